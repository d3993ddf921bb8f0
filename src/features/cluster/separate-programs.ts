import { join, resolve } from 'node:path';
import { ownPackage } from '../../base/io/own-package.js';
import { identityOf, type ClusterProgram } from './cluster-program.js';
import { fits, versionOf } from './kubernetes.js';
import { refuse } from './reporting.js';

const binaries = ['etcd', 'kube-apiserver'] as const;
const suffix = process.platform === 'win32' ? '.exe' : '';

/**
 * Finds etcd and kube-apiserver of a version of Kubernetes where tests find them: in KUBEBUILDER_ASSETS, in the cache of
 * operator-gen, and in the store of setup-envtest.
 * @param wanted such as `1.33`
 */
export async function findSeparatePrograms(
  env: Readonly<Record<string, string | undefined>>,
  wanted: string,
): Promise<ClusterProgram> {
  const missing = (reason: string): never => refuse('cluster-version-missing', { version: wanted, reason });
  const { findTestAssets } = await import('@operator-gen/runtime/testing');
  const found = await findTestAssets({ binaries, kubernetesVersion: wanted, env }).catch((error: unknown) =>
    missing((error as Error).message),
  );
  if (!found.found) return missing(found.reason.replace(/\.$/, '').replace(/^No /, 'no '));
  // The processes run in another folder.
  const [etcd, apiServer] = binaries.map((name) => join(resolve(found.directory), `${name}${suffix}`));
  const has = await versionOf(apiServer!);
  if ('reason' in has) return missing(has.reason);
  const { version } = has;
  // KUBEBUILDER_ASSETS holds for tests whatever its version is.
  if (!fits(version, wanted)) return missing(`${found.source} is ${found.directory}, which has Kubernetes ${version}`);
  const supervisor = join(ownPackage, 'dist', 'cluster-supervisor.js');
  return {
    command: [process.execPath, supervisor],
    identity: identityOf(apiServer!),
    separate: { etcd: etcd!, apiServer: apiServer!, version },
  };
}
