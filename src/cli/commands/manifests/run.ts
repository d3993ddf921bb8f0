import { hasErrors, warningAsError } from '../../../base/diagnostics/has-errors.js';
import type { ManifestsOptions } from './flags.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import { notes } from './notes.js';
import { recall, remember } from './remembered.js';

/** Updates all generated files from the sources and PROJECT, and adds the notes of features. */
export async function manifests({ strict = false }: ManifestsOptions, environment: Environment): Promise<Outcome> {
  const outcome = await upToDate(environment);
  if (hasErrors(outcome.diagnostics)) return outcome;
  const noted = await Promise.all(notes.all().map((each) => each(environment, outcome.root)));
  const all = { ...outcome, diagnostics: [...outcome.diagnostics, ...noted.flat()] };
  return strict ? strictly(all) : all;
}

/** Turns warnings into errors. If there are any, nothing is written. */
function strictly(outcome: Outcome): Outcome {
  const diagnostics = outcome.diagnostics.map(warningAsError);
  return hasErrors(diagnostics) ? { ...outcome, diagnostics, plan: { files: [] } } : outcome;
}

/** Plans all generated files from the sources and PROJECT. If nothing has changed, no large modules are loaded. */
export async function upToDate(environment: Environment): Promise<Outcome> {
  const { memory } = environment;
  const known = memory && recall(memory, environment);
  if (known !== undefined) return known;
  // Starts the helper while the compiler is loaded.
  environment.helper?.start();
  const { bringUpToDate } = await import('./bring-up-to-date.js');
  return remember(environment, bringUpToDate);
}
