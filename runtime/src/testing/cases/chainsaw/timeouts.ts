import type { Operation } from './model.js';

/** Names of time limits in `timeouts`. */
export const timeoutNames = ['apply', 'assert', 'cleanup', 'delete', 'error', 'exec'] as const;

/** Name of a time limit. */
export type TimeoutName = (typeof timeoutNames)[number];

/** Time limits in seconds. */
export type Timeouts = Readonly<Partial<Record<TimeoutName, number>>>;

/** Default time limits in seconds. Those of `assert` and `error` are that of the suite. */
export const usualTimeouts = { apply: 5, cleanup: 30, delete: 15, exec: 5 } as const;

/** Time limits of the types of operations. */
export const timeoutOf: Readonly<Record<Operation['type'], TimeoutName>> = {
  apply: 'apply',
  assert: 'assert',
  command: 'exec',
  create: 'apply',
  delete: 'delete',
  describe: 'exec',
  error: 'error',
  events: 'exec',
  get: 'exec',
  patch: 'apply',
  podLogs: 'exec',
  script: 'exec',
  sleep: 'exec',
  update: 'apply',
  wait: 'exec',
};
