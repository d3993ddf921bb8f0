import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Binaries that a test environment needs: those of the Kubernetes project's envtest releases. */
export const testBinaries: readonly string[] = ['etcd', 'kube-apiserver', 'kubectl'];

/** Returns the platform of this machine as named by Go and the Kubernetes releases, such as `linux-amd64`. */
export function goPlatform(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const arch = { x64: 'amd64', ia32: '386' }[process.arch as string] ?? process.arch;
  return `${os}-${arch}`;
}

/** Returns the file name of an executable on this machine. */
export function executableName(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

/** Reports whether `path` is an executable file. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Returns the cache of control planes: one directory per set of versions, whose name starts with `k8s-<version>-`. */
export function controlPlaneCache(env: Environment = process.env): string {
  return join(env.XDG_CACHE_HOME || join(home(env), '.cache'), 'operator-gen', 'control-plane');
}

/**
 * Returns the directory of setup-envtest's downloads, with one subdirectory per version.
 * See https://github.com/kubernetes-sigs/controller-runtime/tree/main/tools/setup-envtest
 */
export function setupEnvtestStore(env: Environment = process.env): string {
  switch (process.platform) {
    case 'win32':
      return join(env.LocalAppData || join(home(env), 'AppData', 'Local'), 'kubebuilder-envtest', 'k8s');
    case 'darwin':
      return join(home(env), 'Library', 'Application Support', 'io.kubebuilder.envtest', 'k8s');
    default:
      return join(env.XDG_DATA_HOME || join(home(env), '.local', 'share'), 'kubebuilder-envtest', 'k8s');
  }
}

function home(env: Environment): string {
  return env.HOME || homedir();
}
