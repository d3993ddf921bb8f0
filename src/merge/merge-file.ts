export interface MergeProblem {
  readonly line: number;
  readonly column: number;
  readonly what: string;
  readonly lines: string;
}
export type Merged =
  | { readonly kind: 'merged'; readonly content: string }
  | { readonly kind: 'refused'; readonly problems: readonly MergeProblem[] };
export function mergeFile(
  _path: string,
  { existing, before, after }: { readonly existing: string; readonly before: string; readonly after: string },
): Merged {
  if (existing === before) return { kind: 'merged', content: after };
  if (existing === after) return { kind: 'merged', content: existing };
  return { kind: 'refused', problems: [{ line: 1, column: 1, what: 'cannot be merged', lines: after }] };
}
