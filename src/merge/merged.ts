/** What became of a file that a command changes, and that its user may have changed. */
export type Merged =
  | { readonly kind: 'merged'; readonly content: string }
  | { readonly kind: 'refused'; readonly problems: readonly [MergeProblem, ...MergeProblem[]] };

/** A change that does not fit what stands in the file: who reads it can make it by hand. */
export interface MergeProblem {
  /** Whether the lines are to be added, to be taken out, or to stand where something else stands now. */
  readonly kind: 'add' | 'remove' | 'replace';
  /** The place in the file as it is, counted from 1; absent where it cannot be told. */
  readonly line?: number;
  readonly column?: number;
  /** What it is about, as `spec.template.spec.containers[manager].args`; empty for the file as a whole. */
  readonly where: string;
  /** Why it was not done, as what is said of that: `is not there`. */
  readonly reason: string;
  /** As they stand in the file, indentation included, without line ends. */
  readonly lines: readonly string[];
}

/** What a file says now, and what we would have written before and after the command. */
export interface MergeTexts {
  readonly existing: string;
  readonly before: string;
  readonly after: string;
}

export interface MergeOptions {
  /** What does not fit is left out, and nothing is refused for it: whoever asks looks at what is left. */
  readonly partial?: boolean;
  /** Items of lists of one length are the same ones in their order, whatever their names become. */
  readonly byIndex?: boolean;
}
