import type { Ownership } from '../layout/desired-file.js';

export type PlanAction = 'create' | 'update' | 'delete' | 'unchanged' | 'conflict';

/** What will happen to one path. `before` and `after` are whole contents; absent means that there is no file. */
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

/** Everything that a command will do to a project: the one object behind the dry run, the diff and the real run. */
export interface Plan {
  readonly files: readonly PlannedFile[];
}
