import type { Host } from '../io/host.js';
import type { Plan } from '../plan/plan.js';

/** A project before and after a plan is applied. */
export interface PlannedChange {
  readonly host: Host;
  /** The project with the files of the plan. */
  readonly applied: Host;
  readonly root: string;
  readonly files: Plan['files'];
}
