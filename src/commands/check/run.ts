import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { manifests } from '../manifests/run.js';
import type { CheckOptions } from './flags.js';
import type { Environment, Outcome } from '../../plan/outcome.js';

/** Reports what `manifests` would change as drift. Nothing is ever written. */
export async function check({ exact = false, ...options }: CheckOptions, environment: Environment): Promise<Outcome> {
  const outcome = { ...(await manifests(options, environment)), drift: true };
  return exact ? exactly(outcome, environment) : outcome;
}

/** Turns a missing verdict of the API server into an error. */
async function exactly(outcome: Outcome, { upstream }: Environment): Promise<Outcome> {
  const { diagnostics } = outcome;
  if (upstream?.identity !== undefined) {
    const failed = ({ code }: Diagnostic): boolean => code === 'upstream-failed';
    const severe = diagnostics.map((each) => (failed(each) ? { ...each, severity: 'error' as const } : each));
    return { ...outcome, diagnostics: severe };
  }
  const { diagnostic } = await import('../../diagnostics/diagnostic.js');
  const { helperPackage, helperVariable } = await import('../../upstream/locate.js');
  const missing = diagnostic('exact-verdict-unavailable', { name: helperPackage, variable: helperVariable });
  return { ...outcome, diagnostics: [...diagnostics, missing] };
}
