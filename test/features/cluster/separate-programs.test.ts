import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { kubernetesVersion } from '../../../src/base/helper/protocol.js';
import { findProgram } from '../../../src/features/cluster/program.js';
import { goPlatform } from '../../../runtime/src/testing/environment/platform.js';
import { requiredVersion } from '../../../scripts/upstream/go-program.js';
import { temporaryFolder } from '../../support/tree.js';

/** Writes a program that prints a version. */
function program(path: string, version: string): string {
  writeFileSync(path, `#!/bin/sh\necho "${version}"\n`, { mode: 0o755 });
  return path;
}

/** Writes the programs of a release for tests. */
function assets(folder: string, version: string): string {
  mkdirSync(folder, { recursive: true });
  for (const name of ['etcd', 'kube-apiserver', 'kubectl']) program(join(folder, name), `Kubernetes ${version}`);
  return folder;
}

function user() {
  const home = temporaryFolder();
  const own = program(join(home, 'operator-gen-cluster'), 'v1.36.3');
  const store = join(home, 'data/kubebuilder-envtest/k8s');
  const env = {
    HOME: home,
    PATH: '/usr/bin:/bin',
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_DATA_HOME: join(home, 'data'),
    OPERATOR_GEN_CLUSTER: own,
  };
  return { home, own, store, env };
}

const stage = (): void => {};

it.each(['1.36', '1.36.3'])('the version of operator-gen-cluster is run by it: %s', async (wanted) => {
  const { own, env, home } = user();
  const found = await findProgram({ ...env, KUBEBUILDER_ASSETS: assets(join(home, 'a'), 'v1.36.3') }, stage, wanted);
  expect(found).toMatchObject({ command: [own] });
  expect(found.separate).toBeUndefined();
});

it('another version is run from the newest programs of it in the store of setup-envtest', async () => {
  const { env, store } = user();
  assets(join(store, `1.33.1-${goPlatform()}`), 'v1.33.1');
  const newest = assets(join(store, `1.33.10-${goPlatform()}`), 'v1.33.10');
  assets(join(store, `1.34.0-${goPlatform()}`), 'v1.34.0');
  expect((await findProgram(env, stage, '1.33')).separate).toEqual({
    etcd: join(newest, 'etcd'),
    apiServer: join(newest, 'kube-apiserver'),
    version: 'v1.33.10',
  });
});

it('another version is run from KUBEBUILDER_ASSETS, if they have it', async () => {
  const { env, home } = user();
  const KUBEBUILDER_ASSETS = assets(join(home, 'a'), 'v1.33.2');
  const found = await findProgram({ ...env, KUBEBUILDER_ASSETS }, stage, '1.33');
  expect(found.separate?.version).toBe('v1.33.2');
  await expect(findProgram({ ...env, KUBEBUILDER_ASSETS }, stage, '1.34')).rejects.toThrow(
    `there are no programs of Kubernetes 1.34: KUBEBUILDER_ASSETS is ${KUBEBUILDER_ASSETS}, which has Kubernetes v1.33.2`,
  );
});

it('programs that are missing, or do not run, are reported', async () => {
  const { env, home } = user();
  await expect(findProgram(env, stage, '1.33')).rejects.toThrow(
    `there are no programs of Kubernetes 1.33: no folder with etcd, kube-apiserver of Kubernetes 1.33 for ${goPlatform()}`,
  );
  const broken = assets(join(home, 'a'), 'v1.33.2');
  writeFileSync(join(broken, 'kube-apiserver'), '#!/bin/sh\necho broken >&2; exit 1\n', { mode: 0o755 });
  await expect(findProgram({ ...env, KUBEBUILDER_ASSETS: broken }, stage, '1.33')).rejects.toThrow(
    `${join(broken, 'kube-apiserver')} --version failed: broken`,
  );
});

it('operator-gen knows the version of operator-gen-cluster before it is installed', () => {
  const folder = join(import.meta.dirname, '../../../upstream/cluster');
  expect(`v${kubernetesVersion}`).toBe(requiredVersion(folder, 'k8s.io/kubernetes'));
});
