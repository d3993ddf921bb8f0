import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { hasErrors } from '../../diagnostics/has-errors.js';
import { isHelperDeclined } from '../../upstream/locate.js';
import { manifests, strictly } from '../manifests/run.js';
import { kustomizationProblems } from './kustomization-problems.js';
import type { CheckOptions } from './flags.js';
import type { Environment, Outcome } from '../../plan/outcome.js';

/** Reports what `manifests` would change as drift. Nothing is ever written. */
export async function check(
  { against, exact = false, strict = false }: CheckOptions,
  environment: Environment,
): Promise<Outcome> {
  const generated = await manifests({}, environment);
  const inKustomizations = hasErrors(generated.diagnostics) ? [] : await kustomizationProblems(environment, generated);
  const breaks = against === undefined ? [] : await inComparison(against, environment, generated);
  const diagnostics = [...generated.diagnostics, ...inKustomizations, ...breaks].map(judged);
  const found = { ...generated, diagnostics, drift: true };
  const outcome = strict ? strictly(found) : found;
  const { upstream, env } = environment;
  if (upstream?.identity !== undefined) return exact ? exactly(outcome) : outcome;
  // Without `upstream`, nothing looked for a helper.
  const isSilent = upstream === undefined || isHelperDeclined(env);
  if (isSilent && !exact) return outcome;
  const { unavailableVerdict } = await import('../../upstream/unavailable-verdict.js');
  return { ...outcome, diagnostics: [...outcome.diagnostics, unavailableVerdict(env, exact ? 'exact' : 'optional')] };
}

/** Returns what breaks users, if there are definitions that can be compared. */
async function inComparison(
  against: string,
  environment: Environment,
  generated: Outcome,
): Promise<readonly Diagnostic[]> {
  if (hasErrors(generated.diagnostics)) return [];
  const { compatibilityProblems } = await import('./compatibility-problems.js');
  return compatibilityProblems(against, environment, generated);
}

/** Turns a missing verdict into an error: otherwise an object that takes too long would hide what is wrong with it. */
function judged(each: Diagnostic): Diagnostic {
  return each.code === 'no-verdict' ? { ...each, severity: 'error' } : each;
}

/** Turns a failure of the helper into an error. */
function exactly(outcome: Outcome): Outcome {
  const isFailure = ({ code }: Diagnostic): boolean => code === 'upstream-failed';
  const diagnostics = outcome.diagnostics.map((each) =>
    isFailure(each) ? { ...each, severity: 'error' as const } : each,
  );
  return { ...outcome, diagnostics };
}
