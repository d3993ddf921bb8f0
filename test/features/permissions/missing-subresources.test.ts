import { describe, expect, it } from 'vitest';
import type { Kind, KindVersion } from '../../../src/base/model/kind.js';
import type { UsedPermission } from '../../../src/base/model/permission.js';
import { missingSubresources } from '../../../src/features/permissions/find-permission-problems.js';
import { testFolder } from '../../support/projects.js';
import { commands } from '../../../src/commands.js';
import { cli } from '../../cli/framework/support.js';

const position = { file: 'src/a.ts', line: 1, column: 1 };
const version = (status: boolean, isScaled = false, name = 'v1') =>
  ({ name, status, ...(isScaled ? { scale: {} } : {}) }) as unknown as KindVersion;
const v2 = (status: boolean, isScaled = false) => version(status, isScaled, 'v2');
/** A use of some versions. */
const inVersions = (resource: string, ...versions: string[]): UsedPermission => ({ ...use(resource), versions });
const kind = (...versions: KindVersion[]) =>
  ({ group: 'a.b', plural: 'webs', kind: 'Web', versions }) as unknown as Kind;
const use = (resource: string, group = 'a.b', verb = 'update'): UsedPermission => ({
  ...{ group, resource, verbs: [verb], call: 'client.status.update(Web)', position },
});

it.each<[name: string, used: UsedPermission[], kinds: Kind[], expected: number]>([
  ['a status without the subresource', [use('webs/status')], [kind(version(false))], 1],
  ['a status with the subresource', [use('webs/status')], [kind(version(true))], 0],
  ['a status of one of two versions', [use('webs/status')], [kind(version(false), v2(true))], 0],
  ['a status of the version without it', [inVersions('webs/status', 'v1')], [kind(version(false), v2(true))], 1],
  ['a status of the version with it', [inVersions('webs/status', 'v2')], [kind(version(false), v2(true))], 0],
  ['a status of both versions', [inVersions('webs/status', 'v2', 'v1')], [kind(version(false), v2(true))], 1],
  ['a status of another version', [inVersions('webs/status', 'v3')], [kind(version(false), v2(true))], 0],
  ['a scale of the version without it', [inVersions('webs/scale', 'v2')], [kind(version(true, true), v2(true))], 1],
  ['a scale of the version with it', [inVersions('webs/scale', 'v1')], [kind(version(true, true), v2(true))], 0],
  ['a status of neither version', [use('webs/status')], [kind(version(false), v2(false))], 1],
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

describe('check, for a kind whose version v1 alone has no status', () => {
  const names = { apiVersion: 'my.domain/v1', kind: 'WebServer', metadata: { name: 'a' } };

  it.each<[code: string, isReported: boolean]>([
    ['await this.#client.status.update(WebServer, webServer)', true],
    ["await this.#client.subresource('status').patch(WebServer, webServer, {})", true],
    [`await this.#client.status.update(${JSON.stringify(names)} as never)`, true],
    ['for (const kind of [Newer, WebServer]) await this.#client.status.patch(kind, webServer, {})', true],
    ['await this.#client.status.patch(Newer, webServer, {})', false],
    ['await this.#client.update(WebServer, webServer)', false],
  ])('%s', async (code, isReported) => {
    const project = testFolder();
    await project.init();
    await project.createApi();
    await project.createApi({ version: 'v2' });
    project.edit('src/api/v1/webserver.types.ts', '@StatusSubresource()\n', '');
    const [path, line] = ['src/controller/webserver.controller.ts', 'if (webServer === null) return;'];
    project.edit(path, line, `${line}\n    ${code};`);
    project.write(path, `import { WebServer as Newer } from '../api/v2/webserver.types.js';\n${project.read(path)}`);
    const { stderr } = await cli(['check'], { cwd: project.root, commands });
    const reported = stderr.match(/missing-subresource: .* fails: v1 of the kind WebServer does not have/g) ?? [];
    expect(reported).toHaveLength(isReported ? 1 : 0);
    if (isReported) expect(stderr).toContain('add @StatusSubresource() to the class of WebServer in v1, and run');
  });
});
