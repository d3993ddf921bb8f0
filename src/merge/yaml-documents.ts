import {
  type Document,
  type DocumentOptions,
  parseAllDocuments,
  parseDocument,
  type ParseOptions,
  type SchemaOptions,
} from 'yaml';
import { type YamlProblem, yamlProblem } from './yaml-limits.js';

type Options = ParseOptions & Pick<DocumentOptions, 'version'> & Pick<SchemaOptions, 'customTags'>;

// By default the package prints what it does not like through `process.emitWarning`, raw and past the guard of the outputs.
const quiet = { logLevel: 'error' } as const;

/**
 * Reads a text of one YAML document, unless it is more than operator-gen reads. Every module that reads YAML goes through this
 * one. What is not valid YAML is in the `errors` of the document.
 */
export function yamlDocument(text: string, options: Options = {}): Document.Parsed | YamlProblem {
  return yamlProblem(text) ?? parseDocument(text, { ...options, ...quiet });
}

/** As `yamlDocument`, for a text of any number of documents. */
export function yamlDocuments(text: string, options: Options = {}): readonly Document.Parsed[] | YamlProblem {
  return yamlProblem(text) ?? parseAllDocuments(text, { ...options, ...quiet });
}

/** Whether a text was not read as YAML. */
export function isYamlProblem(read: object): read is YamlProblem {
  return 'message' in read;
}
