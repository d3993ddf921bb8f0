import type { Host } from '../../../base/io/host.js';
import type { Position } from '../../../base/model/position.js';
import { codeOf, readWorld } from './code-world.js';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { parseSource } from '../../../language/compiler/parse-source.js';
import { positionAt } from '../../../language/compiler/position.js';
import { nodeRanges, rangeFinder } from '../../../language/compiler/ranges.js';
import { specifiersOf } from './specifiers.js';

/** A place in the code of a project that contains a word, by itself or as a part of a name. */
export interface TextMention {
  readonly position: Position;
  readonly word: string;
  /** `name` is a name in code, declared by the user and derived from the word. */
  readonly where: 'comment' | 'text' | 'name';
}

/**
 * Returns the places where a project's code mentions words, so that a command can list what it did not change:
 * comments, strings, and names. A word is matched case-sensitively, and only as a whole part of a name: `Web` in
 * `WebSpec` and `MyWeb`, but not in `Webster`. Import specifiers are not listed.
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

/** Returns the words that a text mentions, by their offsets. */
export function mentionsIn(
  text: string,
  words: readonly string[],
): readonly { readonly at: number; readonly word: string }[] {
  const pattern = patternOf(words);
  return pattern === undefined ? [] : [...text.matchAll(pattern)].map(({ index: at, 0: word }) => ({ at, word }));
}

/**
 * Returns a pattern for words; undefined without words. Of two words that start at the same place, the longer one is
 * matched.
 */
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
