import type { ManifestsOptions } from './flags.js';
import type { Environment, Outcome } from '../../plan/outcome.js';
import { recall, remember } from './remembered.js';

/** Brings every generated file up to date with the sources and PROJECT. Where nothing changed, nothing big is loaded. */
export async function manifests({ strict = false }: ManifestsOptions, environment: Environment): Promise<Outcome> {
  const outcome = await upToDate(environment);
  return strict ? strictly(outcome) : outcome;
}

/** With warnings as errors, and then with nothing to be written. */
function strictly(outcome: Outcome): Outcome {
  const diagnostics = outcome.diagnostics.map((each) => ({ ...each, severity: 'error' as const }));
  return diagnostics.length === 0 ? outcome : { ...outcome, diagnostics, plan: { files: [] } };
}

async function upToDate(environment: Environment): Promise<Outcome> {
  const { memory } = environment;
  const known = memory && recall(memory, environment);
  if (known !== undefined) return known;
  const { bringUpToDate } = await import('./bring-up-to-date.js');
  return remember(environment, bringUpToDate);
}
