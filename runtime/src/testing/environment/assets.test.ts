import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/tree.js';
import { findTestAssets } from './assets.js';
import { controlPlaneCache, executableName, goPlatform, setupEnvtestStore, testBinaries } from './platform.js';

let home: string;
let env: Record<string, string>;

beforeEach(async () => {
  home = temporaryFolder();
  env = { HOME: home, LocalAppData: home };
});

async function programs(directory: string, names = testBinaries): Promise<string> {
  await mkdir(directory, { recursive: true });
  for (const name of names) await writeFile(join(directory, executableName(name)), '', { mode: 0o755 });
  return directory;
}

const cached = (name: string) => join(controlPlaneCache(env), `${name}-${goPlatform()}`);
const stored = (version: string) => join(setupEnvtestStore(env), `${version}-${goPlatform()}`);

test('KUBEBUILDER_ASSETS comes before our cache, and that before the store of setup-envtest', async () => {
  const inStore = await programs(stored('1.37.0'));
  expect(await findTestAssets({ env })).toEqual({ found: true, directory: inStore, source: 'setup-envtest' });
  const inCache = await programs(cached('k8s-1.36.3-etcd-3.6.1'));
  expect(await findTestAssets({ env })).toEqual({ found: true, directory: inCache, source: 'cache' });
  const named = await programs(join(home, 'named'));
  const withNamed = { ...env, KUBEBUILDER_ASSETS: named };
  expect(await findTestAssets({ env: withNamed })).toEqual({
    found: true,
    directory: named,
    source: 'KUBEBUILDER_ASSETS',
  });
});

test('XDG folders stand in the place of those in the home folder', async () => {
  const directory = await programs(join(home, 'xdg', 'operator-gen', 'control-plane', `k8s-1.36.3-${goPlatform()}`));
  expect((await findTestAssets({ env })).found).toBe(false);
  expect(await findTestAssets({ env: { ...env, XDG_CACHE_HOME: join(home, 'xdg') } })).toMatchObject({ directory });
});

test('takes the newest version that fits, in the order of numbers', async () => {
  await programs(stored('1.9.0'));
  const older = await programs(stored('1.36.9'));
  const newest = await programs(stored('1.36.10'));
  expect(await findTestAssets({ env })).toMatchObject({ directory: newest });
  expect(await findTestAssets({ env, kubernetesVersion: '1.36' })).toMatchObject({ directory: newest });
  expect(await findTestAssets({ env, kubernetesVersion: 'v1.36.9' })).toMatchObject({ directory: older });
  // As a version, 1.3 is not a prefix of 1.36.
  expect(await findTestAssets({ env, kubernetesVersion: '1.3' })).toMatchObject({ found: false });
});

test('passes over folders that are incomplete, not executable or for another platform', async () => {
  await programs(cached('k8s-1.38.0'), ['etcd', 'kube-apiserver']);
  await programs(join(controlPlaneCache(env), 'k8s-1.38.0-plan9-mips'));
  const locked = await programs(cached('k8s-1.37.0'));
  await chmod(join(locked, executableName('etcd')), 0o644);
  const complete = await programs(cached('k8s-1.36.0'));
  expect(await findTestAssets({ env })).toMatchObject({ directory: complete });
});

test('a KUBEBUILDER_ASSETS without kube-apiserver is named, not passed over', async () => {
  await programs(cached('k8s-1.36.0'));
  const named = await programs(join(home, 'named'), ['etcd', 'kubectl']);
  const result = await findTestAssets({ env: { ...env, KUBEBUILDER_ASSETS: named } });
  expect(result).toMatchObject({
    found: false,
    reason: `KUBEBUILDER_ASSETS is ${named}, which has no kube-apiserver.`,
  });
});

test('programs that envtest does not have are looked for behind KUBEBUILDER_ASSETS', async () => {
  const wanted = [...testBinaries, 'kwok'];
  const named = await programs(join(home, 'named'));
  const whole = await programs(cached('k8s-1.36.3-kwok-0.7.0'), wanted);
  const result = await findTestAssets({ env: { ...env, KUBEBUILDER_ASSETS: named }, binaries: wanted });
  expect(result).toMatchObject({ directory: whole, source: 'cache' });
});

test('says in one line how to get what is missing', async () => {
  const result = await findTestAssets({ env, kubernetesVersion: '1.36' });
  expect(result).toEqual({
    found: false,
    reason: `No folder with etcd, kube-apiserver, kubectl of Kubernetes 1.36 for ${goPlatform()}.`,
    remedy: expect.stringMatching(/^Set KUBEBUILDER_ASSETS .*OPERATOR_GEN_DOWNLOAD_ASSETS=1.*$/) as string,
  });
});
