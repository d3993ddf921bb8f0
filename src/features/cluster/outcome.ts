import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { shellLine } from '../../base/diagnostics/shell-line.js';
import type { Environment, Outcome } from '../../output/operation/outcome.js';
import type { ClusterFiles } from './files.js';

/** The answer of a command on clusters. */
export interface Answer {
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
  readonly diagnostics?: readonly Diagnostic[];
}

/** Returns the outcome of a command on clusters, which changes no project. */
export function outcomeOf({ cwd }: Environment, { text, json, diagnostics = [] }: Answer): Outcome {
  const result = { text, json, holdsAfterErrors: true };
  return { root: cwd, plan: { files: [] }, diagnostics, summary: '', next: [], result };
}

/** Returns the line for a shell that makes kubectl use a cluster. */
export function exportLine({ kubeconfig }: ClusterFiles): string {
  return `export KUBECONFIG=${shellLine([kubeconfig])}`;
}
