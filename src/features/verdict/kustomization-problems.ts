import { isHelperFailure } from '../../base/diagnostics/about-run.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { remembered } from '../../base/memory/recollection.js';
import type { Environment, Outcome } from '../../output/operation/outcome.js';

/**
 * Returns what the API server would reject in the kustomizations of a project after the plan is applied. If nothing has
 * changed since an earlier run, no large modules are loaded.
 */
export async function kustomizationProblems(
  { host, memory, stage, helper }: Environment,
  generated: Outcome,
): Promise<readonly Diagnostic[]> {
  const { root, plan, diagnostics: reported } = generated;
  if (helper?.identity === undefined || reported.some(isHelperFailure)) return [];
  const isUpToDate = plan.files.every(({ action }) => action === 'unchanged');
  return remembered(
    isUpToDate ? memory : undefined,
    { name: 'kustomizations', folder: root },
    host,
    async (noted) => {
      helper.start();
      stage?.('Building the kustomizations');
      const { verifyKustomizations } = await import('./verify-kustomizations.js');
      return verifyKustomizations(noted, helper, generated);
    },
    { identity: helper.identity, canKeep: (problems) => !problems.some(isHelperFailure) },
  );
}
