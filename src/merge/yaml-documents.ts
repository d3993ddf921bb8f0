import {
  type Document,
  type DocumentOptions,
  parseAllDocuments,
  parseDocument,
  type ParseOptions,
  type SchemaOptions,
} from 'yaml';
import { type YamlProblem, yamlProblem } from './yaml-limits.js';

type Options = ParseOptions & Pick<DocumentOptions, 'version'> & Pick<SchemaOptions, 'customTags' | 'merge'>;

// By default the package prints its warnings through `process.emitWarning`, unescaped and bypassing the guard of the
// outputs.
const quiet = { logLevel: 'error' } as const;

/**
 * Parses a text of one YAML document, unless it exceeds the limits. Every module that reads YAML uses this module.
 * Syntax errors are in the `errors` of the document.
 */
export function yamlDocument(text: string, options: Options = {}): Document.Parsed | YamlProblem {
  return yamlProblem(text) ?? parseDocument(text, { ...options, ...quiet });
}

/** Like `yamlDocument`, for text with any number of documents. */
export function yamlDocuments(text: string, options: Options = {}): readonly Document.Parsed[] | YamlProblem {
  return yamlProblem(text) ?? parseAllDocuments(text, { ...options, ...quiet });
}

/** Reports whether a text was not read as YAML. */
export function isYamlProblem(read: object): read is YamlProblem {
  return 'message' in read;
}
