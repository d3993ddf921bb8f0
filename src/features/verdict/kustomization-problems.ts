import { isHelperFailure } from '../../base/diagnostics/about-run.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { recollect, workOut, type Topic } from '../../base/memory/recollection.js';
import type { Environment, Outcome } from '../../output/operation/outcome.js';

interface Kept {
  readonly diagnostics: readonly Diagnostic[];
  /** The helper that was asked; another one can have other answers. */
  readonly helper: string;
}

/**
 * Returns what the API server would reject in the kustomizations of a project, as they will be when the plan is applied.
 * If nothing has changed since an earlier run, no large modules are loaded.
 */
export async function kustomizationProblems(
  { host, memory, stage, helper }: Environment,
  generated: Outcome,
): Promise<readonly Diagnostic[]> {
  const { root, plan, diagnostics: reported } = generated;
  if (helper?.identity === undefined || reported.some(isHelperFailure)) return [];
  const identity = helper.identity;
  const topic: Topic = { name: 'kustomizations', folder: root };
  const isUpToDate = plan.files.every(({ action }) => action === 'unchanged');
  const known = memory && isUpToDate ? recollect<string>(memory, topic, host) : undefined;
  const kept = known === undefined ? undefined : (JSON.parse(known) as Kept);
  if (kept?.helper === identity) return kept.diagnostics;
  helper.start();
  stage?.('Building the kustomizations');
  const { verifyKustomizations } = await import('./verify-kustomizations.js');
  return workOut(
    isUpToDate ? memory : undefined,
    topic,
    host,
    (noted) => verifyKustomizations(noted, helper, generated),
    (diagnostics) =>
      diagnostics.some(isHelperFailure) ? undefined : JSON.stringify({ diagnostics, helper: identity } satisfies Kept),
  );
}
