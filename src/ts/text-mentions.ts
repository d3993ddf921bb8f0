import type { Host } from '../io/host.js';
import type { Position } from '../model/position.js';
import { codeOf, readWorld } from './code-world.js';
import { typescript, type ts } from './compiler.js';
import { positionAt } from './position.js';
import { specifiersOf } from './specifiers.js';

/** A place in the code of a project where a word stands, by itself or as a part of a name. */
export interface TextMention {
  readonly position: Position;
  readonly word: string;
  /** `name` is a name in code: something of the user's own that is called after the word. */
  readonly where: 'comment' | 'text' | 'name';
}

/**
 * Where a project's code mentions words, so that a command can list what it did not change: comments, texts, and names.
 * A word is found as it is written, where it begins and ends a part of a name: `Web` in `WebSpec` and `MyWeb`, but not in
 * `Webster`. What imports name is not listed.
 */
export function textMentions(host: Host, root: string, words: readonly string[]): readonly TextMention[] {
  const pattern = patternOf(words);
  if (pattern === undefined) return [];
  const world = readWorld(host, root);
  return codeOf(world).flatMap((path) => {
    const text = world.read(path) ?? '';
    const found = [...text.matchAll(pattern)];
    if (found.length === 0) return [];
    const file = typescript.createSourceFile(path, text, typescript.ScriptTarget.Latest, false);
    const imports = specifiersOf(file);
    return found
      .filter(({ index }) => !imports.some(({ start, end }) => start <= index && index < end))
      .map(({ index, 0: word }) => {
        const position = positionAt(file, index, index + word.length, root);
        return { position, word, where: whereIs(file, index) };
      });
  });
}

/** The words that a text mentions, by where they stand in it. */
export function mentionsIn(
  text: string,
  words: readonly string[],
): readonly { readonly at: number; readonly word: string }[] {
  const pattern = patternOf(words);
  return pattern === undefined ? [] : [...text.matchAll(pattern)].map(({ index: at, 0: word }) => ({ at, word }));
}

/** Undefined where there is no word. Of two words that begin at one place the longer counts. */
function patternOf(words: readonly string[]): RegExp | undefined {
  const parts = [...new Set(words)]
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length)
    .map((word) => {
      const before = /^\p{Lu}/u.test(word) ? '(?<!\\p{Lu})' : /^\p{L}/u.test(word) ? '(?<!\\p{L})' : '';
      const after = /\p{L}$/u.test(word) ? '(?!\\p{Ll})' : '';
      return `${before}${word.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&')}${after}`;
    });
  return parts.length === 0 ? undefined : new RegExp(parts.join('|'), 'gu');
}

function whereIs(file: ts.SourceFile, at: number): TextMention['where'] {
  let node: ts.Node = file;
  for (;;) {
    const inner: ts.Node | undefined = typescript.forEachChild(node, (child) =>
      child.pos <= at && at < child.end ? child : undefined,
    );
    if (inner === undefined) break;
    node = inner;
  }
  if (at < node.getStart(file)) return 'comment';
  if (typescript.isIdentifier(node) || typescript.isPrivateIdentifier(node)) return 'name';
  return typescript.isStringLiteralLike(node) || typescript.isTemplateLiteralToken(node) ? 'text' : 'comment';
}
