import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../src/commands.js';
import type { Helper } from '../../src/base/helper/helper.js';
import { cli } from '../cli/framework/support.js';

const golden = resolve(import.meta.dirname, '../golden/webhooks');
const secret = 'canary5f1c9e7a';

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${secret}s.parking.example.net }
spec:
  group: parking.example.net
  names: { kind: ${secret.replace('c', 'C')}, plural: ${secret}s }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, description: ${secret} } }
`;

interface Place {
  readonly root: string;
  readonly outside: string;
}

/** A project with a link to a folder that is outside of it, and with links to the files there. */
function place(): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'operator-gen-links-')));
  const [root, outside] = [join(folder, 'project'), join(folder, 'outside')];
  cpSync(golden, root, { recursive: true });
  for (const each of ['config/crd/bases', 'manifests', 'metadata']) mkdirSync(join(outside, each), { recursive: true });
  for (const path of ['a.yaml', 'config/crd/bases/a.yaml', 'manifests/a.yaml', 'metadata/annotations.yaml'])
    writeFileSync(join(outside, path), definition);
  writeFileSync(join(outside, 'PROJECT'), `projectName: ${secret}\ndomain: example.net\nversion: "3"\n`);
  writeFileSync(join(outside, 'header.txt'), `${secret}\n`);
  writeFileSync(join(outside, 'baseline.json'), `{"version":1,"problems":[],"${secret}":1}`);
  symlinkSync('../outside', join(root, 'ext'));
  symlinkSync('../outside/a.yaml', join(root, 'a.yaml'));
  return { root, outside };
}

/** The API server's code, which has no objection. Without it, commands that ask it do not begin. */
const helper: Helper = {
  identity: 'none',
  start: () => undefined,
  ask: async () => ({}),
  kubernetes: () => '1.36.3',
  hasAnswered: () => true,
  emulating: () => helper,
};
const upstream = async (): Promise<Helper> => helper;

/** The command lines that name a path, by the flag or the argument. The path leads through a folder that is a link. */
const lines: Readonly<Record<string, readonly string[]>> = {
  'init licenseFile': ['init', '--license-file', 'ext/header.txt', '--skip-install', '--yes'],
  'adopt from': ['adopt', '--from', 'ext/config', '--skip-install'],
  'create api fromCrd': ['create', 'api', '--from-crd', 'ext/a.yaml'],
  'edit licenseFile': ['edit', '--license-file', 'ext/header.txt'],
  'edit chartFolder': ['edit', '--chart-folder', 'ext/chart'],
  'check against': ['check', '--against', './ext/config'],
  'check baseline': ['check', '--baseline', 'ext/baseline.json'],
  'verify paths': ['verify', 'ext/a.yaml'],
  'validate objects': ['validate', 'ext/a.yaml'],
  'validate crd': ['validate', 'config/samples/parking_v1_carpark.yaml', '--crd', 'ext/a.yaml'],
  'validate old': ['validate', 'config/samples/parking_v1_carpark.yaml', '--old', 'ext/a.yaml'],
  'bundle from': ['bundle', '--version', '0.1.0', '--from', 'ext/a.yaml'],
  'bundle validate folder': ['bundle', 'validate', 'ext/manifests'],
  'scorecard folder': ['scorecard', 'ext/manifests'],
  'cluster up install': ['cluster', 'up', '--install', 'ext/a.yaml'],
  'test folders': ['test', 'ext/manifests', '--dry-run'],
  'test kubeconfig': ['test', '--kubeconfig', 'ext/a.yaml', '--dry-run'],
  'test reportFile': ['test', '--report', 'json', '--report-file', 'ext/a.yaml', '--dry-run'],
};

/** The flags and arguments of all commands that name a path. */
const named = commands.flatMap((command) =>
  'flags' in command
    ? Object.entries(command.flags).flatMap(([name, { completion }]) =>
        completion === 'file' ? [`${command.name} ${name}`] : [],
      )
    : [],
);

test('every flag and argument that names a path is here', () => {
  expect(Object.keys(lines).toSorted()).toEqual(named.toSorted());
});

describe.each(Object.entries(lines))('%s', (name, argv) => {
  test.each([
    ['a folder that is a link', (arg: string) => arg],
    ['a link', (arg: string) => (arg.endsWith('a.yaml') ? 'a.yaml' : arg.replace(/^(\.\/)?ext\/.*/, '$1ext'))],
    ['a link on an absolute path', (arg: string, root: string) => (arg.includes('ext') ? join(root, arg) : arg)],
  ])('%s is not followed', async (_, change) => {
    const { root } = place();
    const isPath = (arg: string): boolean => /^(\.\/)?ext\//.test(arg);
    const words = argv.map((arg) => (isPath(arg) ? change(arg, root) : arg));
    if (name.startsWith('init')) rmSync(join(root, 'PROJECT'));
    const { exitCode, stdout, stderr } = await cli([...words, '--output', 'json'], {
      cwd: root,
      commands,
      helper: upstream,
    });
    expect(stdout + stderr).not.toContain(secret);
    expect({ exitCode, stdout, stderr }).toMatchObject({
      exitCode: expect.toSatisfy((code) => code === 1 || code === 2),
    });
    const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly { readonly message: string }[] };
    expect(diagnostics.map(({ message }) => message).join('\n')).toMatch(
      /link|not a (?:file|folder)|not in the project|cannot be/,
    );
  });
});

test('what is outside of the project is read, also through links', async () => {
  const { root, outside } = place();
  symlinkSync(outside, `${outside}-link`);
  const run = (path: string) => cli(['verify', path, '--output', 'json'], { cwd: root, commands, helper: upstream });
  for (const path of ['../outside/a.yaml', join(outside, 'a.yaml'), '../outside-link/a.yaml'])
    expect((await run(path)).stdout).not.toMatch(/unsupported-file|manifest-not-found/);
});
