import type { PlannedWrite } from './planned-write.js';

/** Writes and errors of a plan for one object of a controller. */
export interface PlannedReconcile {
  /** Name of the controller; undefined for writes outside of reconciles. */
  readonly controller?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  /** Writes that would change something, in their order. */
  readonly writes: readonly PlannedWrite[];
  /** Messages of the errors that the last reconcile ended with. */
  readonly errors: readonly string[];
}

/** Numbers of a plan. */
export interface PlanSummary {
  /** Objects that were reconciled. */
  readonly reconciled: number;
  readonly writes: number;
  readonly errors: number;
}
