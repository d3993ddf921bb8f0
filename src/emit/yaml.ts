import { stringify } from 'yaml';
import { blockYaml } from './block-yaml.js';

/**
 * Writes documents as the Kubernetes tools do: block style, lists not indented, no folding, `---` before each.
 * YAML 1.1, because that is what the readers speak: `yes`, `on` and `012` come out quoted.
 */
export function toYaml(...documents: readonly unknown[]): string {
  return documents.map((each) => `---\n${blockYaml(each, printScalar) ?? stringify(each, yamlOptions)}`).join('');
}

// The same description stands in a CRD as often as its type is used, and in the next CRD again.
const printed = new Map<unknown, string>();

function printScalar(value: unknown): string {
  const text = printed.get(value) ?? stringify({ k: value }, yamlOptions).slice('k: '.length, -1);
  printed.set(value, text);
  return text;
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
