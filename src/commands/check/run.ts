import { manifests } from '../manifests/run.js';
import type { CheckOptions } from './flags.js';
import type { Environment, Outcome } from '../../plan/outcome.js';

/** Reports what `manifests` would change as drift. Nothing is ever written. */
export async function check(options: CheckOptions, environment: Environment): Promise<Outcome> {
  return { ...(await manifests(options, environment)), drift: true };
}
