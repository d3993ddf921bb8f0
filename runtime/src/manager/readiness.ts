import { HealthChecks } from '../serving/health-checks.js';

/** The checks of a manager's probes. */
export interface Readiness {
  readonly healthz: HealthChecks;
  readonly readyz: HealthChecks;
  readonly setReady: (isReady: boolean) => void;
}

/** Creates the checks. @param requireFilled throws while a cache that a controller needs is not filled */
export function prepareReadiness(requireFilled: () => void): Readiness {
  let ready = false;
  const healthz = new HealthChecks();
  const readyz = new HealthChecks();
  healthz.add('ping', () => undefined);
  readyz.add('started', () => {
    if (!ready) throw new Error('the manager is not running, or its caches are not filled yet');
    requireFilled();
  });
  return { healthz, readyz, setReady: (isReady) => void (ready = isReady) };
}
