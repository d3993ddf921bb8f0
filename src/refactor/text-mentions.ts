import type { Host } from '../io/host.js';
import type { Position } from '../model/position.js';
import { codeOf, readWorld } from './code-world.js';
import { typescript, type ts } from '../compiler/compiler.js';
import { parseSource } from '../compiler/parse-source.js';
import { positionAt } from '../compiler/position.js';
import { nodeRanges, rangeFinder } from '../compiler/ranges.js';
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
    const file = parseSource(path, text, typescript.ScriptTarget.Latest, false);
    const importAt = rangeFinder(specifiersOf(file));
    const partAt = rangeFinder(nodeRanges(file, isNameOrText));
    return found
      .filter(({ index }) => importAt(index) === undefined)
      .map(({ index, 0: word }) => {
        const position = positionAt(file, index, index + word.length, root);
        const part = partAt(index);
        return { position, word, where: part === undefined ? 'comment' : isName(part.node) ? 'name' : 'text' };
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

type Named = ts.Identifier | ts.PrivateIdentifier;
type Text = ts.StringLiteralLike | ts.TemplateLiteralToken;

function isNameOrText(node: ts.Node): node is Named | Text {
  return isName(node) || typescript.isStringLiteralLike(node) || typescript.isTemplateLiteralToken(node);
}

function isName(node: ts.Node): node is Named {
  return typescript.isIdentifier(node) || typescript.isPrivateIdentifier(node);
}
