import type { ConflictLabels } from '../../../base/merge/both-texts.js';

/** The treatment of places that a release and the user have changed. */
export interface ConflictPolicy {
  /**
   * - `stop`: nothing is written.
   * - `markers`: both texts are written, between the conflict markers of git; a value in YAML or JSON stays.
   * - `orig`: the user's text stays, and the scaffolded file of the release is written to `<file>.orig`.
   */
  readonly write: 'stop' | 'markers' | 'orig';
  /** The releases that the project has and gets. */
  readonly from: string;
  readonly to: string;
}

/** Returns the names of the texts in conflict markers. */
export function labelsOf({ from, to }: ConflictPolicy): ConflictLabels {
  return { existing: 'yours', before: `operator-gen ${from}`, after: `operator-gen ${to}` };
}
