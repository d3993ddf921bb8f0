import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../../../runtime/src/testing/index.js';
import { story } from '../../support/story.js';

let folder: string;

function crd(kind: string, plural: string): object {
  const spec = { type: 'object', properties: { size: { type: 'integer' } } };
  const version = { served: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec } } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      names: { kind, plural },
      scope: 'Namespaced',
      versions: [
        { name: 'v1', storage: true, ...version },
        { name: 'v1alpha1', storage: false, ...version },
      ],
    },
  };
}

function file(name: string, ...objects: object[]): string {
  const path = join(folder, name);
  writeFileSync(path, objects.map((object) => JSON.stringify(object)).join('\n---\n'));
  return path;
}

describe.skipIf(!inject('controlPlanes').available)('a test environment', story, () => {
  let environment: TestEnvironment;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'environment-test-'));
    const assets = await findTestAssets();
    if (!assets.found) throw new Error(assets.reason);
    const crds = [file('first.yaml', { kind: 'Kustomization' }, crd('Box', 'boxes'), crd('Crate', 'crates'))];
    environment = await startTestEnvironment({ assets, crds, users: [{ name: 'jane', groups: ['readers'] }] });
  });

  afterAll(async () => {
    await environment?.stop();
    rmSync(folder, { recursive: true });
  });

  async function kubectl(args: string[], input = '', kubeconfig = environment.kubeconfigPath): Promise<string> {
    const global = [`--kubeconfig=${kubeconfig}`, `--cache-dir=${join(environment.directory, 'kubectl-cache')}`];
    return (await execa(join(environment.assetsDirectory, 'kubectl'), [...global, ...args], { input })).stdout;
  }

  test('has the CustomResourceDefinitions it was started with, and an object makes the round trip', async () => {
    const box = { apiVersion: 'example.com/v1', kind: 'Box', metadata: { name: 'one' }, spec: { size: 3 } };
    await kubectl(['create', '-f', '-'], JSON.stringify(box));
    const stored = JSON.parse(await kubectl(['get', 'boxes.v1alpha1.example.com/one', '-o', 'json'])) as object;
    expect(stored).toMatchObject({ ...box, apiVersion: 'example.com/v1alpha1' });
    expect(await kubectl(['get', 'crates'])).toBe('');
  });

  test('installs more of them, each usable in every version as soon as the promise settles', async () => {
    const path = file('more.json', crd('Parcel', 'parcels'));
    expect(await environment.installCRDs(path)).toEqual(['parcels.example.com']);
    expect(await kubectl(['get', '--raw', '/apis/example.com/v1/parcels'])).toContain('"items":[]');
    expect(await kubectl(['get', '--raw', '/apis/example.com/v1alpha1/parcels'])).toContain('"items":[]');
    expect(await environment.installCRDs(path), 'a second time').toEqual(['parcels.example.com']);
  });

  test('names the file of a CustomResourceDefinition that is refused, and what the API server says', async () => {
    const refused = file('refused.yaml', { ...crd('Sack', 'sacks'), metadata: { name: 'bags.example.com' } });
    await expect(environment.installCRDs(refused)).rejects.toThrow(
      /refused\.yaml: .*422.*must be spec\.names\.plural/s,
    );
    const taken = file('taken.yaml', crd('Box', 'cartons'));
    await expect(environment.installCRDs(taken)).rejects.toThrow(/taken\.yaml: .*"Box(List)?" is already in use/);
    const none = file('none.yaml', { kind: 'ConfigMap' });
    await expect(environment.installCRDs(none)).rejects.toThrow('none.yaml holds no CustomResourceDefinition');
  });

  test('users and service accounts may do what RBAC grants them, and the audit log tells what was refused', async () => {
    const jane = await environment.userKubeconfig('jane');
    await kubectl(['create', 'clusterrole', 'read-boxes', '--verb=get,list', '--resource=boxes']);
    await kubectl(['create', 'clusterrolebinding', 'read-boxes', '--clusterrole=read-boxes', '--group=readers']);
    await kubectl(['create', 'serviceaccount', 'robot']);
    const robot = await environment.serviceAccountKubeconfig('default', 'robot');

    expect(JSON.parse(await kubectl(['auth', 'whoami', '-o', 'json'], '', robot))).toMatchObject({
      status: { userInfo: { username: 'system:serviceaccount:default:robot' } },
    });
    expect(await kubectl(['get', 'boxes'], '', jane)).toContain('one');
    await expect(kubectl(['delete', 'boxes/one'], '', jane)).rejects.toThrow(
      /User "jane" cannot delete resource "boxes"/,
    );
    await expect(kubectl(['get', 'boxes'], '', robot)).rejects.toThrow(/robot" cannot list resource "boxes"/);

    const refused = (await environment.auditEvents()).filter(({ responseStatus }) => responseStatus?.code === 403);
    expect(refused.map(({ user, verb, objectRef }) => [user.username, verb, objectRef?.resource])).toEqual([
      ['jane', 'delete', 'boxes'],
      ['system:serviceaccount:default:robot', 'list', 'boxes'],
    ]);
    await expect(environment.userKubeconfig('joe')).rejects.toThrow('no user joe');
    await expect(environment.serviceAccountKubeconfig('default', 'nobody')).rejects.toThrow(/404 .*"nobody" not found/);
  });

  test('the API server comes back at the same address with the same data', async () => {
    await environment.stopApiServer();
    await expect(kubectl(['get', 'boxes', '--request-timeout=2s'])).rejects.toThrow(/refused/);
    await environment.startApiServer();
    expect(await kubectl(['get', 'boxes'])).toContain('one');
  });

  test('stop leaves no process and no folder', async () => {
    const { directory } = environment;
    expect(await processesThatName(directory)).toHaveLength(3);
    await environment.stop();
    expect(await processesThatName(directory)).toEqual([]);
    expect(existsSync(directory)).toBe(false);
    await environment.stop();
  });

  test('an API server that does not start is reported with its own words, and nothing is left', async () => {
    // A folder of its own: other test files start environments meanwhile.
    const own = join(folder, 'failing');
    mkdirSync(own);
    vi.stubEnv('TMPDIR', own);
    onTestFinished(() => void vi.unstubAllEnvs());
    const failing = startTestEnvironment({ apiServerFlags: { 'authorization-mode': 'Nonsense' } });
    await expect(failing).rejects.toThrow(/kube-apiserver exited with code 1; .*Nonsense.* is not a valid mode/s);
    expect(await processesThatName(own)).toEqual([]);
    expect(readdirSync(own)).toEqual([]);
  });
});

/** The command lines of the running processes that have `text` in them. */
async function processesThatName(text: string): Promise<string[]> {
  const { stdout } = await execa('ps', ['-eo', 'args'], { lines: true });
  return stdout.filter((line) => line.includes(text));
}
