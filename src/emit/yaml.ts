import { Document, stringify, visit } from 'yaml';
import { blockYaml, isRounded } from './block-yaml.js';

/**
 * Writes documents as the Kubernetes tools do: block style, lists not indented, no folding, `---` before each.
 * YAML 1.1, because that is what the readers speak: `yes`, `on` and `012` come out quoted.
 */
export function toYaml(...documents: readonly unknown[]): string {
  return documents.map((each) => `---\n${blockYaml(each, printScalar) ?? byThePackage(each)}`).join('');
}

// The same description stands in a CRD as often as its type is used, and in the next CRD again.
const printed = new Map<unknown, string>();

function printScalar(value: unknown): string {
  const text = printed.get(value) ?? (isBlankLines(value) ? JSON.stringify(value) : inBlock(value));
  printed.set(value, text);
  return text;
}

function inBlock(value: unknown): string {
  return stringify({ k: value }, yamlOptions).slice('k: '.length, -1);
}

/** Whether a text is nothing but blank lines. The package writes one as a block scalar, which its readers cut short. */
function isBlankLines(value: unknown): value is string {
  return typeof value === 'string' && value.includes('\n') && /^[ \t\r\n]+$/.test(value);
}

function byThePackage(value: unknown): string {
  const document = new Document(value, yamlOptions);
  visit(document, {
    Scalar: (_, node) => {
      if (isBlankLines(node.value)) node.type = 'QUOTE_DOUBLE';
      if (typeof node.value === 'number' && isRounded(node.value)) node.value = BigInt(node.value);
    },
  });
  return document.toString(yamlOptions);
}

export const yamlOptions = {
  version: '1.1',
  lineWidth: 0,
  indentSeq: false,
  // The same object twice is written twice: an anchor is legal YAML that no reader of a manifest expects.
  aliasDuplicateObjects: false,
} as const;

/** The same value with the keys of every object sorted, so that the order in the sources changes no byte. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(
    entries.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([key, each]) => [key, sortKeys(each)]),
  );
}
