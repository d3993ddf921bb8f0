import type { Plan } from '../../output/plan/plan.js';
import type { ProjectView } from './planned-view.js';

/** A project before a plan is applied, and with the files of the plan. */
export interface PlannedChange {
  readonly before: ProjectView;
  readonly after: ProjectView;
  readonly root: string;
  readonly files: Plan['files'];
}
