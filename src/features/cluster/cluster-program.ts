import { statSync } from 'node:fs';

/** The program of a cluster, which gets the path of its settings. */
export interface ClusterProgram {
  /** The path of the program, and its arguments before the settings. */
  readonly command: readonly [string, ...string[]];
  /** A text that changes with the program. */
  readonly identity: string;
  /** The programs that it starts, if it is the supervisor: `supervisor/`. */
  readonly separate?: SeparatePrograms;
}

/** etcd and kube-apiserver of one version, as envtest has them: there are no controllers. */
export interface SeparatePrograms {
  /** The paths. */
  readonly etcd: string;
  readonly apiServer: string;
  /** The version of Kubernetes, such as `v1.33.2`. */
  readonly version: string;
}

/** Returns a text that changes with a file. */
export function identityOf(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${path} ${size} ${mtimeMs}`;
}
