import { formatCode } from '../../base/io/format-code.js';
import type { SourceText } from './source.js';

/** The options of Prettier in a scaffolded project. */
const options = { singleQuote: true, printWidth: 120, trailingComma: 'all' } as const;

/**
 * Formats code as the linter of a scaffolded project requires. A file that Prettier cannot format in time is kept
 * unformatted, with the reason.
 */
export async function formatted(files: readonly SourceText[]): Promise<readonly SourceText[]> {
  const without = files.map(({ path, content }) => ({ path, ...withoutComments(content) }));
  const results = await formatCode(
    without.map(({ path, code }) => ({ path, content: code })),
    options,
  );
  return results.map((result, index) => {
    const file = files[index]!;
    return 'text' in result
      ? { path: file.path, content: withComments(result.text, without[index]!.comments) }
      : { ...file, unformatted: result.reason };
  });
}

/** The statement between declarations that are formatted together. */
const separator = '__next__;';

/** Declarations, and the reason if they could not be formatted. */
interface FormattedParts {
  readonly parts: readonly string[];
  readonly unformatted?: string;
}

/** Formats declarations as `formatted` does, before they are combined into files. */
export async function formattedParts(parts: readonly string[]): Promise<FormattedParts> {
  if (parts.length === 0) return { parts };
  const [file] = await formatted([{ path: 'parts.ts', content: parts.join(`\n\n${separator}\n\n`) }]);
  if (file!.unformatted !== undefined) return { parts, unformatted: file!.unformatted };
  return { parts: file!.content.split(new RegExp(`^${separator}$`, 'm')).map((each) => each.trim()) };
}

/** The name that stands in for a comment. It is a class member or a statement, so that it keeps its line. */
const placeholder = /^( *)__comment(\d+)__;$/gm;

/**
 * Replaces doc comments, which are not formatted: the time that Prettier takes for the comments of a class grows with
 * the square of their number.
 */
function withoutComments(content: string): { readonly code: string; readonly comments: readonly string[] } {
  const comments: string[] = [];
  const code = content.replaceAll(/^( *)(\/\*\*[^]*?\*\/)$/gm, (_, indent: string, comment: string) => {
    comments.push(comment.replaceAll(`\n${indent}`, '\n'));
    return `${indent}__comment${comments.length - 1}__;`;
  });
  return { code, comments };
}

function withComments(text: string, comments: readonly string[]): string {
  return text.replaceAll(placeholder, (_, indent: string, index: string) =>
    comments[Number(index)]!.split('\n')
      .map((line) => `${indent}${line}`)
      .join('\n'),
  );
}
