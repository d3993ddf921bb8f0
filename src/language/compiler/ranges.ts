import { countWhile } from '../../base/model/lines.js';
import { typescript, type ts } from './compiler.js';

/** A part of a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns a function that finds the range containing an offset by bisection, for a file with many ranges and many
 * lookups.
 */
export function rangeFinder<R extends Range>(ranges: readonly R[]): (at: number) => R | undefined {
  const sorted = ranges.toSorted((one, other) => one.start - other.start);
  return (at) => {
    const range = sorted[countWhile(sorted, ({ start }) => start <= at) - 1];
    return range !== undefined && at < range.end ? range : undefined;
  };
}

/** Returns the wanted nodes of a file, without the comments before them. Nodes inside a wanted one are skipped. */
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
