import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/tree.js';
import { answering, cli } from './support.js';

/** The options that `create api` passes on for these flags. */
async function createApi(...flags: string[]): Promise<unknown> {
  const cwd = temporaryFolder();
  const { operation, seen } = answering({}, cwd);
  const { exitCode, stderr } = await cli(['create', 'api', '--version', 'v1', '--kind', 'WebServer', ...flags], {
    cwd,
    operations: { 'create api': async () => operation },
  });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'Done it.\n' });
  return seen[0];
}

const defaults = {
  version: 'v1',
  kind: 'WebServer',
  resource: true,
  controller: true,
  namespaced: true,
  force: false,
  ssa: false,
  empty: false,
};

test.each([
  [[], {}],
  [['--group', 'apps'], { group: 'apps' }],
  [['--plural', 'webs', '--force'], { plural: 'webs', force: true }],
  [['--no-namespaced'], { namespaced: false }],
  [['--namespaced=false'], { namespaced: false }],
  [['--namespaced=true'], { namespaced: true }],
  [['--namespaced'], { namespaced: true }],
  [['--resource=false', '--controller'], { resource: false, controller: true }],
  [['--no-controller', '--resource'], { resource: true, controller: false }],
  [['--controller=false', '--resource=true'], { resource: true, controller: false }],
  [['--controller-name', 'captain-backup'], { controllerName: 'captain-backup' }],
  [
    ['--no-resource', '--external-api-package', '@example/certs/v1', '--external-api-domain', 'io'],
    { resource: false, externalApiPackage: '@example/certs/v1', externalApiDomain: 'io' },
  ],
  // A package has the types: then they are not made, unless somebody says so, who is told that it cannot be.
  [['--external-api-package', 'certs'], { resource: false, externalApiPackage: 'certs' }],
  [['--external-api-package=certs', '--resource'], { resource: true, externalApiPackage: 'certs' }],
  [
    ['--external-api-package', 'certs', '--external-api-module', 'certs@1.2.3'],
    { resource: false, externalApiPackage: 'certs', externalApiModule: 'certs@1.2.3' },
  ],
  [['--image', 'app:1.2'], { deployImage: { image: 'app:1.2' } }],
  [
    '--image=app --image-container-command app,-v=1 --image-container-port 8080 --run-as-user 0'.split(' '),
    { deployImage: { image: 'app', containerCommand: 'app,-v=1', containerPort: 8080, runAsUser: 0 } },
  ],
])('create api %s', async (flags, expected) => {
  expect(await createApi(...flags)).toEqual({ ...defaults, ...expected });
});

test.each([
  [['--image', ''], 2, 'invalid value "" for --image: it is empty'],
  [['--image', '--image-container-port', '80'], 2, 'invalid value "--image-container-port" for --image'],
  [
    ['--image', 'app', '--image-container-port', 'http'],
    2,
    'invalid value "http" for --image-container-port: it is not a whole number',
  ],
  [['--image', 'app', '--run-as-user', '-1'], 2, 'invalid value "-1" for --run-as-user: it is not a whole number'],
  [['--run-as-user', '1'], 2, '--run-as-user requires --image'],
])('create api %j is refused', async (flags, code, said) => {
  const cwd = temporaryFolder();
  const { operation, seen } = answering({}, cwd);
  const { exitCode, stderr } = await cli(['create', 'api', '--version', 'v1', '--kind', 'WebServer', ...flags], {
    cwd,
    operations: { 'create api': async () => operation },
  });
  expect({ exitCode, seen }).toEqual({ exitCode: code, seen: [] });
  expect(stderr).toContain(said);
});

/** The options that `init` passes on, run in a folder of this name. */
async function init(folder: string, ...flags: string[]): Promise<unknown> {
  const cwd = join(temporaryFolder(), folder);
  mkdirSync(cwd);
  const { operation, seen } = answering({}, cwd);
  const { stderr } = await cli(['init', ...flags], { cwd, operations: { init: async () => operation } });
  return seen[0] ?? stderr;
}

test.each([
  ['webserver-operator', 'webserver-operator'],
  ['WebServer Operator', 'webserver-operator'],
  ['_my_operator_', 'my-operator'],
])('init in a folder %s is a project named %s', async (folder, projectName) => {
  expect(await init(folder)).toMatchObject({ domain: 'my.domain', projectName, skipInstall: false, force: false });
});

test('a folder whose name makes no project name needs the flag', async () => {
  expect(await init('___')).toContain('error missing-flag: missing required flag: --project-name');
  expect(await init('___', '--project-name', 'web')).toMatchObject({ projectName: 'web' });
});

test('init passes its flags on', async () => {
  const flags = ['--domain', 'example.com', '--project-name', 'web', '--skip-install', '--force'];
  expect(await init('x', ...flags)).toMatchObject({
    domain: 'example.com',
    projectName: 'web',
    skipInstall: true,
    force: true,
  });
});

test.each([
  ['before the command', (folder: string) => ['--cwd', folder, 'manifests']],
  ['after it', (folder: string) => ['manifests', '-C', folder]],
  ['on both sides: the inner one', (folder: string) => ['--cwd', '/', 'manifests', '--cwd', folder]],
])('--cwd works %s', async (_where, argv) => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'sub'));
  let ranIn: string | undefined;
  await cli(
    argv('sub').map((word) => (word === 'sub' ? join(cwd, 'sub') : word)),
    {
      cwd,
      operations: {
        manifests: async () => async (_options: object, environment: { cwd: string }) => {
          ranIn = environment.cwd;
          return { root: cwd, plan: { files: [] }, diagnostics: [], summary: '', next: [] };
        },
      },
    },
  );
  expect(ranIn).toBe(join(cwd, 'sub'));
});
