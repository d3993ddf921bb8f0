import type { CaseCluster } from '../cluster/case-cluster.js';
import type { OutputLines } from './output-lines.js';

/** Environment of a step. */
export interface StepContext {
  readonly cluster: CaseCluster;
  readonly namespace: string;
  /** Absolute path of the folder in which commands run. */
  readonly folder: string;
  /** Absolute path of a kubeconfig for commands, with the cluster as its current context. */
  readonly kubeconfig: string;
  /** Absolute path of the working directory, whose folder `bin` is added to the PATH of commands. */
  readonly cwd: string;
  /** Time limit of the suite, in seconds. */
  readonly timeout: number;
  readonly skipDelete: boolean;
  readonly output: OutputLines;
  /** Aborted when the run is interrupted. */
  readonly signal: AbortSignal;
  /** Adds work for the end of the case. The last work that was added runs first. */
  readonly atEnd: (undo: () => Promise<void>) => void;
}

/** Environment of a case. */
export interface CaseEnvironment extends Pick<
  StepContext,
  'cluster' | 'kubeconfig' | 'cwd' | 'timeout' | 'skipDelete' | 'signal'
> {
  /** Namespace of all cases; undefined for one of its own, which is deleted at the end. */
  readonly namespace?: string | undefined;
}
