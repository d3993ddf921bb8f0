import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { helperFileFor, helperPackageFor } from '../../src/base/helper/locate.js';
import type { Buildable } from './go.js';

/** A program in Go that is published as one package for each platform. */
export interface GoProgram extends Buildable {
  /** The program as a part of a sentence. */
  readonly title: string;
  /** Folders with sources, relative to `folder`. */
  readonly sources: readonly string[];
  readonly tags: readonly string[];
  readonly packageFor: (platform: string) => string;
  /** Returns the name of the file of the program. */
  readonly fileFor: (platform: string) => string;
  readonly description: string;
  /** The README of the package, after its title. */
  readonly readme: string;
  /** Maximum size of a package, in bytes of its tarball. */
  readonly largestPackage: number;
}

const upstreamFolder = fileURLToPath(new URL('../../upstream', import.meta.url));
const clusterFolder = join(upstreamFolder, 'cluster');

/** The helper that answers for the API server. */
export const helperProgram: GoProgram = {
  title: "the helper with the API server's validation code",
  folder: upstreamFolder,
  sources: ['', 'gocode/'],
  // Without these tags the linker keeps all methods of all types, which takes 30 MB: kustomize can load Go plug-ins, and gRPC
  // renders traces with templates.
  tags: ['grpcnotrace', 'kustomize_disable_go_plugin_support'],
  packageFor: helperPackageFor,
  fileFor: helperFileFor,
  description: "The API server's validation code for operator-gen",
  readme: `A program with the validation code of kube-apiserver. operator-gen starts it to report what the API server would reject.
It reads requests and writes answers as JSON lines, and opens no network connection.

This package is an optional dependency of operator-gen, and useful only with the same version of it. Without the package,
operator-gen applies only its own rules.`,
  largestPackage: 20_000_000,
};

/** The control plane in one process. */
export const clusterProgram: GoProgram = {
  title: 'the control plane in one program',
  folder: clusterFolder,
  sources: [''],
  tags: ['grpcnotrace'],
  variables: kubernetesVariables(requiredVersion(clusterFolder, 'k8s.io/kubernetes')),
  packageFor: (platform) => `@operator-gen/cluster-${platform}`,
  fileFor: (platform) => (platform.startsWith('win32-') ? 'operator-gen-cluster.exe' : 'operator-gen-cluster'),
  description: 'A Kubernetes control plane in one program, for development and tests',
  readme: `etcd, kube-apiserver, kube-controller-manager, kube-scheduler and the nodes of kwok in one process. It reads a file with its
configuration, and opens the ports that this file names.

This package belongs to operator-gen, and is useful only with the same version of it.`,
  largestPackage: 45_000_000,
};

/** Returns the variables with the version of Kubernetes: nobody but the linker sets them. */
export function kubernetesVariables(version: string): Readonly<Record<string, string>> {
  const [major = '', minor = ''] = version.slice(1).split('.');
  const variables = 'k8s.io/component-base/version';
  return {
    [`${variables}.gitVersion`]: version,
    [`${variables}.gitMajor`]: major,
    [`${variables}.gitMinor`]: minor,
  };
}

/**
 * Returns the version that the go.mod of a folder requires of a module, such as `v1.36.3`.
 * @throws Error if it does not require it
 */
export function requiredVersion(folder: string, module: string): string {
  const goMod = join(folder, 'go.mod');
  const required = readFileSync(goMod, 'utf8')
    .split('\n')
    .map((line) => line.replace('require', '').trim().split(' '));
  const version = required.find(([path, second]) => path === module && second?.startsWith('v'))?.[1];
  if (version === undefined) throw new Error(`${goMod} does not require ${module}`);
  return version;
}
