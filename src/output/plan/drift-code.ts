import type { PlanAction } from './plan.js';

/** The codes of files that `manifests` would change. */
const codes = {
  create: 'missing-file',
  update: 'stale-file',
  conflict: 'stale-file',
  delete: 'orphaned-file',
} as const satisfies Partial<Record<PlanAction, string>>;

export type DriftCode = (typeof codes)[keyof typeof codes];

/** Returns the code of a file that `manifests` would change; undefined for one that is up to date. */
export function driftCode(action: PlanAction): DriftCode | undefined {
  return action === 'unchanged' ? undefined : codes[action];
}
