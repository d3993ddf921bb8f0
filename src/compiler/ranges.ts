import { typescript, type ts } from './compiler.js';

/** A part of a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Finds the range that holds an offset by bisection, for a file with many ranges that is asked about many offsets. */
export function rangeFinder<R extends Range>(ranges: readonly R[]): (at: number) => R | undefined {
  const sorted = ranges.toSorted((one, other) => one.start - other.start);
  return (at) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sorted[middle]!.start <= at) low = middle + 1;
      else high = middle;
    }
    const range = sorted[low - 1];
    return range !== undefined && at < range.end ? range : undefined;
  };
}

/** The nodes of a file that are wanted, without the comments before them. Nodes inside of a wanted one are not looked for. */
export function nodeRanges<N extends ts.Node>(
  file: ts.SourceFile,
  isWanted: (node: ts.Node) => node is N,
): readonly (Range & { readonly node: N })[] {
  const found: (Range & { readonly node: N })[] = [];
  const visit = (node: ts.Node): void => {
    if (isWanted(node)) found.push({ node, start: node.getStart(file), end: node.end });
    else typescript.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
