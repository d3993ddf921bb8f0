import { copyFileSync, chmodSync, cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { makeProject, type ExampleProject } from '../support/example-operator.js';
import { followProcess } from '../support/operator-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/tree.js';
import { accessControlPlane, type ControlPlaneAccess } from './control-plane/access.js';
import { sharedApiServer } from './control-plane/shared.js';

const shared = await sharedApiServer();
const cli = fileURLToPath(new URL('../../bin/operator-gen.js', import.meta.url));

const readOnly = ['--mount', '--map-root-user', 'sh', '-c', 'mount -o remount,ro,bind / && exec "$@"', 'sh'];

/** Returns what runs a program without the right to write files, as far as this machine allows it. */
async function withoutWriting(): Promise<readonly string[]> {
  const { failed } = await execa('unshare', [...readOnly, 'true'], { reject: false });
  return failed ? [] : ['unshare', ...readOnly];
}

// As in the image: one file, a read-only file system, no home and no variables.
describe.skipIf(!shared.available)('the bundle of an operator', { timeout: 120_000 }, () => {
  let cluster: ControlPlaneAccess;
  let project: ExampleProject;
  let folder: TemporaryFolder;

  beforeAll(async () => {
    if (!shared.available) return;
    cluster = accessControlPlane(shared.info);
    folder = makeTemporaryFolder();
    project = await makeProject(cluster, async (cwd) => {
      for (const line of [
        'init --domain bundle.example.com --project-name bundle-operator --skip-install',
        'create api --version v1 --kind Crane --ssa',
      ])
        await execa(process.execPath, [cli, ...line.split(' ')], { cwd, env: { CI: 'true' } });
    });
    await project.deploy();
  }, 180_000);
  afterAll(() => {
    if (folder !== undefined) chmodSync(folder.path, 0o755);
    folder?.remove();
    project?.remove();
  });

  it('works alone in a folder, where it can write nothing', async () => {
    const { namespace } = project;
    copyFileSync(join(project.path, 'dist/main.mjs'), join(folder.path, 'main.mjs'));
    chmodSync(folder.path, 0o555);
    const kubeconfig = await cluster.serviceAccountKubeconfig(namespace, 'bundle-operator-controller-manager');
    const flags = [
      ...[`--kubeconfig=${kubeconfig}`, '--leader-elect', `--leader-election-namespace=${namespace}`],
      ...['--health-probe-bind-address=127.0.0.1:0', '--metrics-bind-address=127.0.0.1:0'],
    ];
    const words = [...(await withoutWriting()), 'env', '-i', process.execPath, 'main.mjs', ...flags];
    const operator = followProcess(words[0]!, words.slice(1), { cwd: folder.path });
    try {
      await operator.waitForLine('controller started');
      await cluster.kubectl([
        'apply',
        '--namespace',
        namespace,
        '-f',
        join(project.path, 'config/samples/_v1_crane.yaml'),
      ]);
      const applied = [
        'get',
        'configmap',
        'crane-sample-crane',
        '--namespace',
        namespace,
        '--output',
        'jsonpath={.data}',
      ];
      await eventually(async () => expect(await cluster.kubectl(applied)).toBe('{"owner":"crane-sample"}'));
    } finally {
      expect(await operator.stop()).toBe(0);
    }
    expect(readdirSync(folder.path)).toEqual(['main.mjs']);
  });

  it('is the same wherever it is built', async () => {
    const other = makeTemporaryFolder();
    try {
      for (const name of ['src', 'package.json', 'tsconfig.json'])
        cpSync(join(project.path, name), join(other.path, name), { recursive: true });
      symlinkSync(join(project.path, 'node_modules'), join(other.path, 'node_modules'));
      await execa('npm', ['run', '--silent', 'build'], { cwd: other.path });
      for (const name of ['dist/main.mjs', 'dist/main.mjs.map'])
        expect(readFileSync(join(other.path, name)).equals(readFileSync(join(project.path, name))), name).toBe(true);
    } finally {
      other.remove();
    }
  });
});
