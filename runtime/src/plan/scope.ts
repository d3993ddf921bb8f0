import { AsyncLocalStorage } from 'node:async_hooks';
import type { PlannedWrite } from './planned-write.js';

/** Collects the writes of one reconcile. */
export interface Scope {
  readonly writes: PlannedWrite[];
  /** Set when the reconcile is no longer waited for; it then fails to write. */
  isOver?: boolean;
}

/** Scope of the running code; undefined outside of reconciles. */
export const scopes = new AsyncLocalStorage<Scope>();

/** True in code that handles the events of planned writes, including what it starts asynchronously. */
export const plannedEvents = new AsyncLocalStorage<true>();
