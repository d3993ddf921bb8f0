import { typescript, type ts } from '../compiler/compiler.js';

/** Word, literal or punctuation of code. */
export interface Token {
  readonly text: string;
  /** Offsets in the file, without the blanks and comments before it. */
  readonly start: number;
  readonly end: number;
}

/** Returns the tokens of a node, without comments. */
export function tokensOf(node: ts.Node, file: ts.SourceFile): readonly Token[] {
  const found: Token[] = [];
  const pending: ts.Node[] = [node];
  // A loop, because a chain is as deep as it is long.
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const children = next.getChildren(file).filter((each) => !typescript.isJSDoc(each));
    const start = next.getStart(file);
    if (children.length > 0) pending.push(...children.toReversed());
    else if (next.end > start) found.push({ text: file.text.slice(start, next.end), start, end: next.end });
  }
  return found;
}
