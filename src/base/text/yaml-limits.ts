import { type CST, Composer, type DocumentOptions, Lexer, Parser, type SchemaOptions, visit } from 'yaml';
import { perText } from './per-text.js';

/** The reason why a YAML text is not read, and its position. */
export interface YamlProblem {
  readonly offset: number;
  readonly message: string;
}

// A schema of 256 levels, the maximum for a kind, has a depth of 520 in its CRD. The other limits exceed any file that
// is written by hand or by the tool. Each key of a mapping is compared with each other one to find duplicates.
const limits = { levels: 640, parts: 500_000, entries: 5000, documents: 1000, aliases: 100 } as const;

/** The tokens of a text, or why it exceeds the limits. */
type Read = { readonly tokens: readonly CST.Token[] } | { readonly problem: YamlProblem };

/** The most characters of the texts whose tokens are kept, which take about thirty times as many bytes. */
const mostOfTokens = 300_000;

/**
 * Returns the tokens of a text, which nobody changes, or why it exceeds the limits for YAML: nested too deep, too large, or
 * with aliases that contain themselves or expand to too much. What can be read can still be invalid YAML.
 *
 * Everything that is read as YAML is checked first, because the libraries recurse into the text and expand every alias.
 */
export const yamlTokens: (text: string) => Read = perText((text) => {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let parts = 0;
  let documents = 0;
  let hasLate = false;
  for (const lexeme of new Lexer().lex(text)) {
    hasLate ||= readLate.test(lexeme);
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      if (token.type === 'document') documents += 1;
    }
    parts += 1;
    const beyond = beyondLimits(parser, parts, documents);
    if (beyond !== undefined)
      return { problem: { offset: Math.max(0, parser.offset - lexeme.length), message: beyond } };
  }
  tokens.push(...parser.end());
  const problem = hasLate ? valueProblem(tokens) : undefined;
  return problem === undefined ? { tokens } : { problem };
}, mostOfTokens);

/**
 * A lexeme that is an alias or a tag, or can be the key of a merge. A merge of something other than a mapping fails as late as
 * an unresolved alias: when the values are read.
 */
const readLate = /^(?:[*!]|["']?<<["']?$)/;

/** Returns the limit that a text exceeds as far as it was read. */
function beyondLimits(parser: Parser, parts: number, documents: number): string | undefined {
  if (parser.stack.length > limits.levels) return `it is nested deeper than ${limits.levels} levels`;
  if (parts > limits.parts) return `it has more than ${limits.parts} parts`;
  const top = parser.stack.at(-1);
  if (top !== undefined && 'items' in top && top.items.length > limits.entries && !isList(top))
    return `a mapping has more than ${limits.entries} entries`;
  return documents > limits.documents ? `it has more than ${limits.documents} documents` : undefined;
}

/** Reports whether a collection is a list, whose items are not compared with each other. */
function isList(token: CST.Token): boolean {
  return token.type === 'block-seq' || (token.type === 'flow-collection' && token.start.type === 'flow-seq-start');
}

/** Returns why the values of a text are not read. Both versions of YAML are tried: only 1.2 reads a key with the tag `!!merge` as a merge. */
function valueProblem(tokens: readonly CST.Token[]): YamlProblem | undefined {
  return valueProblemIn(tokens, { version: '1.1' }) ?? valueProblemIn(tokens, { version: '1.2', merge: true });
}

function valueProblemIn(
  tokens: readonly CST.Token[],
  options: DocumentOptions & SchemaOptions,
): YamlProblem | undefined {
  let aliases = 0;
  let problem: YamlProblem | undefined;
  for (const document of new Composer({ ...options, logLevel: 'silent' }).compose(tokens)) {
    visit(document, {
      Alias: (_, alias, path) => {
        aliases += 1;
        const offset = alias.range?.[0] ?? 0;
        const isWithin = path.some((each) => 'anchor' in each && each.anchor === alias.source);
        if (isWithin) problem = { offset, message: `the alias *${alias.source} refers to a node that contains it` };
        else if (aliases > limits.aliases) problem = { offset, message: `it has more than ${limits.aliases} aliases` };
        return problem === undefined ? undefined : visit.BREAK;
      },
    });
    if (problem !== undefined || document.errors.length > 0) continue;
    try {
      document.toJS();
    } catch (error) {
      problem = { offset: document.range[0], message: (error as Error).message };
    }
  }
  return problem;
}
