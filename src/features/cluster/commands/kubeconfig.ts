import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import { existing } from '../existing.js';
import type { NameOptions } from '../flags.js';
import { contextOf } from '../kubeconfig.js';
import { outcomeOf } from '../outcome.js';

/** Returns the path of a cluster's kubeconfig. */
export async function kubeconfig(options: NameOptions, environment: Environment): Promise<Outcome> {
  const { files, name } = existing(options, environment.env);
  return outcomeOf(environment, {
    text: `${files.kubeconfig}\n`,
    json: { name, kubeconfig: files.kubeconfig, context: contextOf(name) },
  });
}
