import type { Ownership } from '../../project/layout/desired-file.js';

export type PlanAction = 'create' | 'update' | 'delete' | 'unchanged' | 'conflict';

/** The planned change of one path. `before` and `after` are complete contents; absent means that there is no file. */
export interface PlannedFile {
  readonly path: string;
  readonly action: PlanAction;
  readonly ownership: Ownership;
  readonly before?: string;
  readonly after?: string;
  readonly executable?: boolean;
  readonly copyOf?: string;
  readonly movedFrom?: string;
}

/** All changes that a command makes to a project. The dry run, the diff and the real run all use this object. */
export interface Plan {
  readonly files: readonly PlannedFile[];
}
