import { posix } from 'node:path';
import { isHelperFailure } from '../../../base/diagnostics/about-run.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { hasErrors, warningAsError } from '../../../base/diagnostics/has-errors.js';
import type { Selects } from '../../../base/diagnostics/select.js';
import { driftCode } from '../../../output/plan/drift-code.js';
import { stateFile } from '../../../output/plan/leftovers.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import { isHelperDeclined } from '../../../base/helper/locate.js';
import { upToDate } from '../manifests/run.js';
import { selectionOf } from '../selection.js';
import { baselineFile, type CheckOptions } from './flags.js';
import { checked, comparisonCodes } from './checks.js';

/**
 * Reports what `manifests` would change as drift, and what the API server would reject. Nothing is ever written except
 * the baseline.
 */
export async function check(options: CheckOptions, environment: Environment): Promise<Outcome> {
  const { exact = false, strict = false } = options;
  const selects = await selectionOf('check', options);
  const generated = { ...withoutStaleRecord(await upToDate(environment)), drift: true };
  // After an error nothing else is checked, so other problems are neither fixed nor known.
  const found = hasErrors(generated.diagnostics)
    ? generated
    : await withoutKnown(select(await beyond(generated, options, environment), selects), options, selects, environment);
  const diagnostics = [...found.diagnostics, ...(await unavailable(exact, environment))];
  return { ...found, diagnostics: diagnostics.map((each) => withSeverity(each, exact, strict)) };
}

/** Returns an outcome without a record that is out of date only because files in it are. */
function withoutStaleRecord(outcome: Outcome): Outcome {
  const others = outcome.plan.files.filter(({ path }) => path !== stateFile);
  return others.some(({ action }) => action !== 'unchanged') ? { ...outcome, plan: { files: others } } : outcome;
}

/** Adds the findings of checks beyond those of `manifests`. */
async function beyond(generated: Outcome, options: CheckOptions, environment: Environment): Promise<Outcome> {
  const found = await checked({ environment, options, generated });
  const inGenerated = await withDeployedEntries(generated, environment);
  return { ...generated, diagnostics: [...inGenerated, ...found] };
}

/** Returns the problems of `manifests`. Entries without files become errors where `config/default` needs them. */
async function withDeployedEntries(
  { root, plan, diagnostics }: Outcome,
  { host }: Environment,
): Promise<readonly Diagnostic[]> {
  if (!diagnostics.some(({ code }) => code === 'dangling-kustomization-entry')) return diagnostics;
  const { withDeployedErrors } = await import('../../../scaffold/change/kustomizations/dangling-entries.js');
  return withDeployedErrors(host, root, plan, diagnostics);
}

/** Returns an outcome with only the selected problems and files. */
function select(outcome: Outcome, selects: Selects): Outcome {
  const files = outcome.plan.files.filter(({ action }) => selects(driftCode(action) ?? action));
  return { ...outcome, plan: { files }, diagnostics: outcome.diagnostics.filter(({ code }) => selects(code)) };
}

/** Returns an outcome without the problems in the baseline, which is read if there is one. */
async function withoutKnown(
  found: Outcome,
  options: CheckOptions,
  selects: Selects,
  environment: Environment,
): Promise<Outcome> {
  const { baseline, writeBaseline = false } = options;
  const isDefault = baseline === undefined && !writeBaseline;
  if (isDefault && environment.host.kind(posix.join(found.root, baselineFile)) === 'missing') return found;
  const { withBaseline } = await import('./with-baseline.js');
  const ofComparison = new Set((await Promise.all(comparisonCodes.all().map((each) => each()))).flat());
  return withBaseline(
    found,
    options,
    { selects, exactly: hasAnswered(found, environment), against: comparedWith(found, options), ofComparison },
    environment,
  );
}

/** Reports whether the API server's code has given all verdicts. */
function hasAnswered({ diagnostics }: Outcome, { helper }: Environment): boolean {
  const isFailure = (each: Diagnostic): boolean => isHelperFailure(each) || each.code === 'no-verdict';
  return helper?.identity !== undefined && !diagnostics.some(isFailure);
}

/** Returns the base of the comparison; undefined if nothing was compared. */
function comparedWith({ diagnostics }: Outcome, { against }: CheckOptions): string | undefined {
  const isFailure = ({ code }: Diagnostic): boolean =>
    code.startsWith('against-') || code === 'invalid-acceptance' || code === 'nothing-released';
  return diagnostics.some(isFailure) ? undefined : against;
}

async function unavailable(exact: boolean, { helper, env }: Environment): Promise<readonly Diagnostic[]> {
  if (helper?.identity !== undefined) return [];
  // Without `helper`, this run did not look for a helper.
  const isSilent = helper === undefined || isHelperDeclined(env);
  if (isSilent && !exact) return [];
  const { unavailableVerdict } = await import('../../../base/helper/unavailable-verdict.js');
  return [unavailableVerdict(env, exact ? 'exact' : 'optional')];
}

/**
 * Returns a diagnostic with the severity that the flags give it. A missing verdict is an error: otherwise, an object
 * whose check takes too long would hide its problems.
 */
function withSeverity(each: Diagnostic, exact: boolean, strict: boolean): Diagnostic {
  const isError = each.code === 'no-verdict' || (exact && isHelperFailure(each));
  return isError ? { ...each, severity: 'error' } : strict ? warningAsError(each) : each;
}
