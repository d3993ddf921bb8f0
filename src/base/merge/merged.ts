/** The result for a file that a command changes, and that its user may have changed. */
export type Merged =
  | { readonly kind: 'merged'; readonly content: string }
  | { readonly kind: 'refused'; readonly problems: readonly [MergeProblem, ...MergeProblem[]] };

/** A change that cannot be merged into the file, with what is necessary to make it by hand. */
export interface MergeProblem {
  /** The kind of the change: the lines are added, removed, or replace others. */
  readonly kind: 'add' | 'remove' | 'replace';
  /** The position in the current file, counted from 1; absent if it is unknown. */
  readonly line?: number;
  readonly column?: number;
  /**
   * The path of the affected value, such as `spec.template.spec.containers[manager].args`; empty for the whole file.
   */
  readonly where: string;
  /** The reason for the failure, as a predicate of the affected value: `is not there`. */
  readonly reason: string;
  /** The lines as in the file, including indentation, without line endings. */
  readonly lines: readonly string[];
  /** All lines that the change affects, if the user has removed them. */
  readonly gone?: readonly string[];
}

/** The current text of a file, and its generated texts before and after the command. */
export interface MergeTexts {
  readonly existing: string;
  readonly before: string;
  readonly after: string;
}

export interface MergeOptions {
  /** Whether changes that cannot be merged are skipped instead of rejected; the caller checks what remains. */
  readonly partial?: boolean;
  /** Whether items of lists of equal length are matched by position, even if their names change. */
  readonly byIndex?: boolean;
  /** Whether the change comes from a release: a list that it adds is a conflict if the user has another one in the same place. */
  readonly isRelease?: boolean;
}
