import { expect, it } from 'vitest';
import type { Kind, KindVersion } from '../../src/model/kind.js';
import type { UsedPermission } from '../../src/model/permission.js';
import { missingSubresources } from '../../src/permissions/missing-subresources.js';
import { testFolder } from '../support/projects.js';
import { commands } from '../../src/commands/commands.js';
import { cli } from '../cli/support.js';

const position = { file: 'src/a.ts', line: 1, column: 1 };
const version = (status: boolean, isScaled = false) =>
  ({ status, ...(isScaled ? { scale: {} } : {}) }) as unknown as KindVersion;
const kind = (...versions: KindVersion[]) =>
  ({ group: 'a.b', plural: 'webs', kind: 'Web', versions }) as unknown as Kind;
const use = (resource: string, group = 'a.b', verb = 'update'): UsedPermission => ({
  ...{ group, resource, verbs: [verb], call: 'client.status.update(Web)', position },
});

it.each<[name: string, used: UsedPermission[], kinds: Kind[], expected: number]>([
  ['a status without the subresource', [use('webs/status')], [kind(version(false))], 1],
  ['a status with the subresource', [use('webs/status')], [kind(version(true))], 0],
  ['a status of one of two versions', [use('webs/status')], [kind(version(false), version(true))], 0],
  ['a status of neither version', [use('webs/status')], [kind(version(false), version(false))], 1],
  ['a scale without the subresource', [use('webs/scale')], [kind(version(true))], 1],
  ['a scale with the subresource', [use('webs/scale')], [kind(version(true, true))], 0],
  ['finalizers, which every kind has', [use('webs/finalizers')], [kind(version(false))], 0],
  ['the kind itself', [use('webs')], [kind(version(false))], 0],
  ['a kind of others', [use('webs/status', 'c.d')], [kind(version(false))], 0],
  ['two verbs of one call', [use('webs/status'), use('webs/status', 'a.b', 'patch')], [kind(version(false))], 1],
])('%s', (_name, used, kinds, expected) => {
  expect(missingSubresources(used, kinds).map(({ code }) => code)).toEqual(Array(expected).fill('missing-subresource'));
});

it.each(['update(WebServer, webServer)', 'patch(WebServer, webServer, {})', 'apply(WebServer, webServer as never)'])(
  'check reports status.%s',
  async (call) => {
    const project = testFolder();
    await project.init();
    await project.createApi();
    project.edit('src/api/v1/webserver.types.ts', '@StatusSubresource()\n', '');
    const line = 'if (webServer === null) return;';
    project.edit('src/controller/webserver.controller.ts', line, `${line}\n    await this.#client.status.${call};`);
    const { stderr } = await cli(['check'], { cwd: project.root, commands });
    expect(stderr).toContain('warning missing-subresource: this.#client.status.');
  },
);
