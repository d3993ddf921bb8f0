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

/** Where the programs were found, in the order in which the places are looked at. */
export type TestAssetsSource = 'KUBEBUILDER_ASSETS' | 'cache' | 'setup-envtest' | 'download';

/** The programs are there. */
export interface FoundTestAssets {
  readonly found: true;
  /** The folder that holds the programs. */
  readonly directory: string;
  readonly source: TestAssetsSource;
}

/** The programs are not there, or not all of them. */
export interface MissingTestAssets {
  readonly found: false;
  /** What was looked for and is not there. */
  readonly reason: string;
  /** One line that says how to get it. */
  readonly remedy: string;
}

/** Whether the programs of a control plane are there. */
export type TestAssets = FoundTestAssets | MissingTestAssets;

/** Which programs are looked for, and where. */
export interface TestAssetsOptions {
  /** Programs that must be there, all in one folder; by default etcd, kube-apiserver and kubectl. */
  readonly binaries?: readonly string[];
  /** `1.36` or `1.36.3`; by default the newest that is there. `KUBEBUILDER_ASSETS` is taken whatever its version. */
  readonly kubernetesVersion?: string;
  /** Whether to download what is missing; by default only when `OPERATOR_GEN_DOWNLOAD_ASSETS` is `1`. */
  readonly download?: boolean;
  /** The environment variables to go by; by default those of this process. */
  readonly env?: Environment;
}

/**
 * Finds the programs of a control plane: in `KUBEBUILDER_ASSETS`, in our cache, in the store of setup-envtest, and, only
 * where it is allowed, by a download into our cache. Use it to skip a suite:
 * `describe.skipIf(!(await findTestAssets()).found)`.
 *
 * https://book.kubebuilder.io/reference/envtest
 * @throws Error when a download was allowed and failed, for example on a wrong checksum.
 */
export async function findTestAssets(options: TestAssetsOptions = {}): Promise<TestAssets> {
  const env = options.env ?? process.env;
  const binaries = options.binaries ?? testBinaries;
  const named = env.KUBEBUILDER_ASSETS;
  if (named) {
    const missing = missingFrom(named, testBinaries);
    // What somebody named must not be passed over in silence: the tests would run against another version.
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
