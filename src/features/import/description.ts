import { readDocComment } from '../../language/analyze/near-misses.js';
import { hiddenCharacters } from '../../base/model/hidden-characters.js';

/** The maximum length of a text that fits on one line with its delimiters, in a class. */
const mostOnOneLine = 120 - '  /**  */'.length;

/** White space that the linter rejects in comments. */
const unusual = /[\r\v\f\u0085\u00a0\u1680\u180e\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]/;

/**
 * Returns the lines of a doc comment from which the description can be read back; undefined if no comment can express
 * it. Characters that would end the comment or start a tag are escaped as in TSDoc.
 */
export function docComment(description: string): readonly string[] | undefined {
  if (unusual.test(description) || description.replaceAll(/[\t\n]/g, '').search(hiddenCharacters) >= 0)
    return undefined;
  const lines = description.replaceAll('*/', '*\\/').split('\n').map(withoutTag);
  const [first = ''] = lines;
  const comment =
    lines.length === 1 && first.length <= mostOnOneLine
      ? [`/** ${first} */`]
      : ['/**', ...lines.map((line) => (line === '' ? ' *' : ` * ${line}`)), ' */'];
  return readDocComment(comment.join('\n'), 0).description === description ? comment : undefined;
}

/** Escapes an at sign with which a line would start a tag. */
function withoutTag(line: string): string {
  const text = line.trimStart();
  return text.startsWith('@') ? `${line.slice(0, line.length - text.length)}\\${text}` : line;
}
