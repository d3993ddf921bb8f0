import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { downloadTestAssets } from './download.js';
import { fits, newestFirst } from './kubernetes-version.js';
import {
  controlPlaneCache,
  executableName,
  goPlatform,
  isExecutable,
  setupEnvtestStore,
  testBinaries,
  type Environment,
} from './platform.js';

/** Source of the binaries, in search order. */
export type TestAssetsSource = 'KUBEBUILDER_ASSETS' | 'cache' | 'setup-envtest' | 'download';

/** Binaries that were found. */
export interface FoundTestAssets {
  readonly found: true;
  /** Directory of the binaries. */
  readonly directory: string;
  readonly source: TestAssetsSource;
}

/** Binaries of which some are missing. */
export interface MissingTestAssets {
  readonly found: false;
  /** The missing binaries. */
  readonly reason: string;
  /** One line that describes how to get them. */
  readonly remedy: string;
}

/** Result of the search for the binaries of a control plane. */
export type TestAssets = FoundTestAssets | MissingTestAssets;

/** Options of `findTestAssets`. */
export interface TestAssetsOptions {
  /** Required binaries, all in one directory; defaults to etcd, kube-apiserver and kubectl. */
  readonly binaries?: readonly string[];
  /**
   * Version such as `1.36` or `1.36.3`; defaults to the newest one available. `KUBEBUILDER_ASSETS` is used regardless
   * of its version.
   */
  readonly kubernetesVersion?: string;
  /** Whether to download missing binaries; by default only if `OPERATOR_GEN_DOWNLOAD_ASSETS` is `1`. */
  readonly download?: boolean;
  /** Environment variables to use; defaults to those of this process. */
  readonly env?: Environment;
}

/**
 * Finds the binaries of a control plane: in `KUBEBUILDER_ASSETS`, in the cache of operator-gen, in the store of
 * setup-envtest, and, if allowed, by a download into the cache. Use it to skip a suite:
 * `describe.skipIf(!(await findTestAssets()).found)`.
 *
 * See https://book.kubebuilder.io/reference/envtest
 * @throws Error if an allowed download fails, for example because of a wrong checksum
 */
export async function findTestAssets(options: TestAssetsOptions = {}): Promise<TestAssets> {
  const env = options.env ?? process.env;
  const binaries = options.binaries ?? testBinaries;
  const named = env.KUBEBUILDER_ASSETS;
  if (named) {
    const missing = missingFrom(named, testBinaries);
    // An explicit setting must not be ignored silently: the tests would run against a different version.
    if (missing.length > 0) {
      return {
        found: false,
        reason: `KUBEBUILDER_ASSETS is ${named}, which has no ${missing.join(', ')}.`,
        remedy: 'Point KUBEBUILDER_ASSETS at a folder with etcd, kube-apiserver and kubectl, or unset it.',
      };
    }
    if (missingFrom(named, binaries).length === 0) {
      return { found: true, directory: named, source: 'KUBEBUILDER_ASSETS' };
    }
  }
  const cached = newestFolder(controlPlaneCache(env), /^k8s-(\d+\.\d+\.\d+)-/, binaries, options.kubernetesVersion);
  if (cached) return { found: true, directory: cached, source: 'cache' };
  const stored = newestFolder(setupEnvtestStore(env), /^(\d+\.\d+\.\d+)-/, binaries, options.kubernetesVersion);
  if (stored) return { found: true, directory: stored, source: 'setup-envtest' };

  const downloadable = binaries.every((name) => testBinaries.includes(name));
  if (downloadable && (options.download ?? env.OPERATOR_GEN_DOWNLOAD_ASSETS === '1')) {
    const directory = await downloadTestAssets({ env, kubernetesVersion: options.kubernetesVersion });
    return { found: true, directory, source: 'download' };
  }
  const version = options.kubernetesVersion === undefined ? '' : ` of Kubernetes ${options.kubernetesVersion}`;
  return {
    found: false,
    reason: `No folder with ${binaries.join(', ')}${version} for ${goPlatform()}.`,
    remedy:
      'Set KUBEBUILDER_ASSETS to a folder with etcd, kube-apiserver and kubectl, ' +
      'or set OPERATOR_GEN_DOWNLOAD_ASSETS=1 to have them downloaded.',
  };
}

function newestFolder(
  root: string,
  pattern: RegExp,
  binaries: readonly string[],
  wanted: string | undefined,
): string | undefined {
  return foldersOf(root)
    .filter((name) => name.endsWith(`-${goPlatform()}`))
    .map((name) => ({ directory: join(root, name), version: pattern.exec(name)?.[1] ?? '' }))
    .filter(({ version }) => version !== '' && fits(version, wanted))
    .toSorted((one, other) => newestFirst(one.version, other.version))
    .map(({ directory }) => directory)
    .find((directory) => missingFrom(directory, binaries).length === 0);
}

function foldersOf(root: string): string[] {
  try {
    return readdirSync(root);
  } catch {
    return [];
  }
}

function missingFrom(directory: string, binaries: readonly string[]): string[] {
  return binaries.filter((name) => !isExecutable(join(directory, executableName(name))));
}
