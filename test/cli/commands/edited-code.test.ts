import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../../src/commands.js';
import { cli } from '../framework/support.js';
import { testFolder, type TestProject } from '../../support/projects.js';

const controller = 'src/controller/webserver.controller.ts';
const types = 'src/api/v1/webserver.types.ts';

async function project(group?: string): Promise<TestProject> {
  const made = testFolder();
  await made.init();
  await made.createApi(group === undefined ? {} : { group });
  return made;
}

async function run({ root }: TestProject, line: string): Promise<string> {
  const { stderr, exitCode } = await cli(line.split(' '), { cwd: root, commands });
  return exitCode === 0 ? '' : stderr;
}

describe('commands accept edited code', () => {
  test.each([
    '.for(WebServer).owns(Deployment).complete(reconciler)',
    '\n    .for(WebServer)\n    .owns(Deployment)\n    .withOptions({ maxConcurrentReconciles: 4 })\n    .complete(reconciler)',
    ".for(WebServer).named('servers').owns(Deployment).complete(reconciler)",
  ])('edit --multigroup: %s', async (chain) => {
    const made = await project();
    made.edit(controller, '.for(WebServer).complete(reconciler)', chain);
    made.edit(
      controller,
      'import { Rbac }',
      "import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';\nimport { Rbac }",
    );
    expect(await run(made, 'edit --multigroup')).toBe('');
    expect(await run(made, 'create api --group apps --version v1 --kind Site')).toBe('');
    expect(await run(made, 'manifests')).toBe('');
  });

  /** Gives the types file of a project another name, as the language server does. */
  async function withOtherTypesFile(): Promise<TestProject> {
    const made = await project('shop');
    made.write('src/api/v1/web-server.ts', made.read(types));
    rmSync(join(made.root, types));
    for (const path of [controller, controller.replace('.ts', '.test.ts')])
      made.edit(path, 'api/v1/webserver.types.js', 'api/v1/web-server.js');
    expect(await run(made, 'manifests')).toBe('');
    return made;
  }

  test('rename api: a types file with another name', async () => {
    const made = await withOtherTypesFile();
    expect(await run(made, 'rename api --group shop --kind WebServer --to-kind Site')).toBe('');
    expect(made.read('src/api/v1/web-server.ts')).toContain('export class Site extends');
    expect(made.read('src/controller/site.controller.ts')).toContain('.for(Site)');
    expect(await run(made, 'check')).toBe('');
  });

  test('edit --multigroup: a types file with another name', async () => {
    const made = await withOtherTypesFile();
    expect(await run(made, 'edit --multigroup')).toBe('');
    expect(made.read('src/controller/shop/webserver.controller.ts')).toContain('../../api/shop/v1/web-server.js');
    expect(await run(made, 'check')).toBe('');
  });

  test('create api: another version of a kind with other names', async () => {
    const made = await project();
    made.edit(types, "plural: 'webservers'", "plural: 'webservers', shortNames: ['ws'], categories: ['all']");
    expect(await run(made, 'manifests')).toBe('');
    expect(await run(made, 'create api --version v2 --kind WebServer')).toBe('');
    expect(await run(made, 'manifests')).toBe('');
    expect(made.read('config/crd/bases/my.domain_webservers.yaml')).toContain('shortNames:\n    - ws\n');
  });

  test('delete webhook: a hub whose storage version the user has set', async () => {
    const made = await project();
    expect(await run(made, 'create api --version v2 --kind WebServer')).toBe('');
    expect(await run(made, 'create webhook --version v2 --kind WebServer --conversion --spoke v1')).toBe('');
    const [from, to] = [types, 'src/api/v2/webserver.types.ts'];
    const isFirst = made.read(from).includes('@StorageVersion()');
    const [holder, other] = isFirst ? [from, to] : [to, from];
    made.edit(holder, '@StorageVersion()\n', '');
    made.edit(other, '@Resource(', '@StorageVersion()\n@Resource(');
    made.edit(other, 'Resource,', 'Resource,\n  StorageVersion,');
    expect(await run(made, 'manifests')).toBe('');
    expect(await run(made, 'delete webhook --version v2 --kind WebServer --conversion --yes')).toBe('');
  });

  test('create webhook: the certificate of all webhooks, without a kind', async () => {
    const made = await project();
    const line = 'create webhook --certificates self-signed';
    expect(await run(made, line)).toContain('webhook-type-required');
    expect(await run(made, 'create webhook --version v1 --kind WebServer --defaulting')).toBe('');
    expect(await run(made, line)).toBe('');
    expect(made.read('PROJECT')).toContain('self-signed');
    expect(await run(made, 'check')).toBe('');
    expect(await run(made, 'create webhook --certificates self-signed --kind WebServer')).toContain('--version');
  });

  test.each(['', 'Webhook as Hook'])('delete webhook: all webhooks of an edited file, with %s', async (alias) => {
    const made = await project();
    const file = 'src/webhook/v1/webserver.webhook.ts';
    const all = '--version v1 --kind WebServer --defaulting';
    expect(await run(made, `create webhook ${all}`)).toBe('');
    made.edit(file, 'implements', '/* mine */ implements');
    if (alias !== '') {
      made.edit(file, 'Webhook }', `${alias} }`);
      made.edit(file, '@Webhook(', '@Hook(');
    }
    expect(await run(made, 'manifests')).toBe('');
    expect(await run(made, 'delete webhook --version v1 --kind WebServer --yes')).toBe('');
    expect(made.read(file)).toContain('/* mine */');
    expect(made.read(file)).not.toMatch(/@(?:Webhook|Hook)\(/);
    expect(Object.values(made.snapshot()).join('')).not.toContain('kind: MutatingWebhookConfiguration');
    expect(await run(made, 'check')).toBe('');
    expect(await run(made, `create webhook ${all}`)).toBe('');
    expect(made.read(file)).toMatch(/@Webhook\([^]*mine/);
    expect(await run(made, 'check')).toBe('');
  });
});
