import type { ErrorCode, parseDocument, YAMLParseError } from 'yaml';

/** Descriptions of problems by the codes of the parser, whose own messages quote the text. */
const problems: Readonly<Partial<Record<ErrorCode, string>>> = {
  ALIAS_PROPS: 'an alias has a tag or an anchor',
  BAD_ALIAS: 'an alias is not valid, or its anchor is missing',
  BAD_COLLECTION_TYPE: 'a tag does not fit its value',
  BAD_DIRECTIVE: 'a directive is not valid',
  BAD_DQ_ESCAPE: 'an escape in a quoted text is not valid',
  BAD_INDENT: 'the indentation is not valid',
  BAD_PROP_ORDER: 'a tag or an anchor is in the wrong place',
  BAD_SCALAR_START: 'a text begins with a reserved character; quote it',
  BLOCK_AS_IMPLICIT_KEY: 'a map or a list is in the place of a key',
  BLOCK_IN_FLOW: 'a block is inside of brackets',
  DUPLICATE_KEY: 'a key is there twice',
  KEY_OVER_1024_CHARS: 'a key is too long',
  MISSING_CHAR: 'a character is missing, such as a quote, a bracket or a colon',
  MULTILINE_IMPLICIT_KEY: 'a key goes over several lines; is a colon or a quote missing?',
  MULTIPLE_DOCS: 'there is more than one document',
  NON_STRING_KEY: 'a key is not a text',
  RESOURCE_EXHAUSTION: 'it is nested too deeply',
  TAB_AS_INDENT: 'a tab is used for indentation',
  TAG_RESOLVE_FAILED: 'a tag is not known, or does not fit its value',
  UNEXPECTED_TOKEN: 'something is not expected here',
};

/**
 * Parses JSON, or YAML 1.1 as kubectl does, in which `no` is false and not a string. The YAML parser is loaded on
 * demand, because a process in a Pod does not need it.
 * @throws Error with the line, the column and the problem, but without any of the text, which may be secret
 */
export async function parseYaml(text: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return parse(text, await import('yaml'));
  }
}

function parse(text: string, yaml: { readonly parseDocument: typeof parseDocument }): unknown {
  // Warnings would be printed to the standard error together with the line in question.
  const document = yaml.parseDocument(text, { version: '1.1', logLevel: 'error' });
  const [error] = document.errors;
  if (error !== undefined) throw new Error(describe(error));
  try {
    return document.toJS();
  } catch {
    throw new Error('its aliases cannot be resolved');
  }
}

function describe({ code, linePos }: YAMLParseError): string {
  const problem = problems[code] ?? 'it is not valid YAML';
  const [start] = linePos ?? [];
  return start === undefined ? problem : `${problem} at line ${start.line}, column ${start.col}`;
}
