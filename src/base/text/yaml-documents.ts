import {
  Composer,
  type Document,
  type DocumentOptions,
  type LineCounter,
  type ParseOptions,
  type ScalarTag,
  type SchemaOptions,
  type Tags,
  YAMLParseError,
} from 'yaml';
import { type YamlProblem, yamlTokens } from './yaml-limits.js';

type Options = ParseOptions & Pick<DocumentOptions, 'version'> & Pick<SchemaOptions, 'customTags' | 'merge'>;

/**
 * Parses a text of one YAML document, unless it exceeds the limits. Every module that reads YAML uses this module.
 * Syntax errors are in the `errors` of the document.
 */
export function yamlDocument(text: string, options: Options = {}): Document.Parsed | YamlProblem {
  const composed = compose(text, options, true);
  if (isYamlProblem(composed)) return composed;
  const [first, second] = composed;
  // As `parseDocument` of the package says it.
  if (second !== undefined)
    first!.errors.push(new YAMLParseError([second.range[0], second.range[1]], 'MULTIPLE_DOCS', severalDocuments));
  return first!;
}

const severalDocuments = 'Source contains multiple documents; please use YAML.parseAllDocuments()';

/** Like `yamlDocument`, for text with any number of documents. */
export function yamlDocuments(text: string, options: Options = {}): readonly Document.Parsed[] | YamlProblem {
  return compose(text, options, false);
}

/** @param forced whether a text without a document has an empty one */
function compose(text: string, options: Options, forced: boolean): readonly Document.Parsed[] | YamlProblem {
  const read = yamlTokens(text);
  if ('problem' in read) return read.problem;
  if (options.lineCounter !== undefined) countLines(text, options.lineCounter);
  // By default the package prints its warnings through `process.emitWarning`, unescaped and bypassing the guard of the
  // outputs, and its errors quote the line with an expression that takes quadratic time.
  const composer = new Composer({ ...options, logLevel: 'error', prettyErrors: false });
  return [...composer.compose(read.tokens, forced, text.length)];
}

/** Tells a counter of the lines of a text. The parser of the package would do so, but all readers of a text share its tokens. */
function countLines(text: string, counter: LineCounter): void {
  counter.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) counter.addNewLine(index + 1);
}

/** Reports whether a text was not read as YAML. */
export function isYamlProblem(read: object): read is YamlProblem {
  return 'message' in read;
}

const octal: ScalarTag = {
  tag: 'tag:yaml.org,2002:int',
  default: true,
  test: /^[-+]?0o[0-7_]+$/,
  resolve: (text) => Number(text.replaceAll('_', '').replace(/^[-+]/, '')) * (text.startsWith('-') ? -1 : 1),
};

/** A text without digits, or with those of an exponent alone such as `e980`, is a string for Go, unlike for the package. */
const withoutDigits: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  test: /^[-+]?(?:[._]+|(?:\._*)?[eE][-+]?\d+)$/,
  resolve: (text) => text,
};

/**
 * Options to read values as Kubernetes and Helm do, with go-yaml: as YAML 1.1, but times such as `2026-01-01T00:00:00Z`
 * and `1:30` are strings, and `0o17` is a number.
 * @see https://github.com/kubernetes-sigs/yaml/blob/master/goyaml.v2/resolve.go
 */
export const asKubernetes = {
  version: '1.1',
  customTags: (tags: Tags): Tags => [
    octal,
    withoutDigits,
    ...tags.filter((each) => typeof each === 'string' || !isTime(each)),
  ],
} as const;

const oldBoolean: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  test: /^(?:[yn]|yes|no|on|off)$/i,
  resolve: (text) => text,
};

/** Options to read objects as kustomize does: like Kubernetes, except that `yes` and similar words are strings. */
export const asKustomize = {
  ...asKubernetes,
  customTags: (tags: Tags): Tags => [oldBoolean, ...asKubernetes.customTags(tags)],
} as const;

function isTime({ tag, format }: { readonly tag: string; readonly format?: string }): boolean {
  return tag === 'tag:yaml.org,2002:timestamp' || format === 'TIME';
}
