import type { ManifestsOptions } from './options.js';
import type { Environment, Outcome } from './outcome.js';
import { recall, remember } from './remembered.js';

/** Brings every generated file up to date with the sources and PROJECT. Where nothing changed, nothing big is loaded. */
export async function manifests(_options: ManifestsOptions, environment: Environment): Promise<Outcome> {
  const { memory } = environment;
  const known = memory && recall(memory, environment);
  if (known !== undefined) return known;
  const [{ bringUpToDate }, { keepCodeIn }] = await Promise.all([
    import('./bring-up-to-date.js'),
    import('../ts/code-cache.js'),
  ]);
  keepCodeIn(memory);
  return remember(environment, bringUpToDate);
}
