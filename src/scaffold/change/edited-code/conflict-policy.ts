import type { ConflictLabels } from '../../../base/merge/both-texts.js';

/** The treatment of places that both a release and the user have changed. */
export interface ConflictPolicy {
  /**
   * - `stop`: nothing is written.
   * - `markers`: both texts are written, between git's conflict markers; the user's value is kept in YAML and JSON.
   * - `orig`: the user's text is kept, and the scaffolded file of the release is written to `<file>.orig`.
   */
  readonly write: 'stop' | 'markers' | 'orig';
  /** The release that the project has, and the one that it gets. */
  readonly from: string;
  readonly to: string;
}

/** Returns the names of the texts in conflict markers. */
export function labelsOf({ from, to }: ConflictPolicy): ConflictLabels {
  return { existing: 'yours', before: `operator-gen ${from}`, after: `operator-gen ${to}` };
}
