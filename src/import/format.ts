import type { SourceText } from './source.js';

/** The options of Prettier in a scaffolded project. */
const options = { parser: 'typescript', singleQuote: true, printWidth: 120, trailingComma: 'all' } as const;

/** Formats code as the linter of a scaffolded project requires. */
export async function formatted(files: readonly SourceText[]): Promise<readonly SourceText[]> {
  // Loaded only when there is something to format.
  const [{ format }, typescript, estree] = await Promise.all([
    import('prettier/standalone'),
    import('prettier/plugins/typescript'),
    import('prettier/plugins/estree'),
  ]);
  const plugins = [typescript, estree.default];
  return Promise.all(
    files.map(async ({ path, content }) => {
      const { code, comments } = withoutComments(content);
      const text = await format(code, { ...options, plugins });
      return { path, content: withComments(text, comments) };
    }),
  );
}

/** The statement between declarations that are formatted together. */
const separator = '__next__;';

/** Formats declarations as `formatted` does, but not the files in which they will be. */
export async function formattedParts(parts: readonly string[]): Promise<readonly string[]> {
  if (parts.length === 0) return [];
  const [file] = await formatted([{ path: '', content: parts.join(`\n\n${separator}\n\n`) }]);
  return file!.content.split(new RegExp(`^${separator}$`, 'm')).map((each) => each.trim());
}

/** The name that stands for a comment. It is a member of a class or a statement, so that it keeps its line. */
const placeholder = /^( *)__comment(\d+)__;$/gm;

/**
 * Replaces doc comments, which stay as they are: the time that Prettier takes for the comments of a class grows with the
 * square of their number.
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
