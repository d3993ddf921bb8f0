import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The variables of an environment, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The programs that a test environment needs: what the Kubernetes project releases for envtest. */
export const testBinaries: readonly string[] = ['etcd', 'kube-apiserver', 'kubectl'];

/** This machine as Go and the Kubernetes release files name it, for example `linux-amd64`. */
export function goPlatform(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const arch = { x64: 'amd64', ia32: '386' }[process.arch as string] ?? process.arch;
  return `${os}-${arch}`;
}

/** The file name of a program on this machine. */
export function executableName(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

/** Whether `path` is a file that may be executed. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Our cache of control planes: one folder for each set of versions, whose name starts with `k8s-<version>-`. */
export function controlPlaneCache(env: Environment = process.env): string {
  return join(env.XDG_CACHE_HOME || join(home(env), '.cache'), 'operator-gen', 'control-plane');
}

/**
 * Where setup-envtest keeps what it downloaded, one folder for each version.
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
