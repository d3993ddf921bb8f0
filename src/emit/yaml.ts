import { Document, stringify, visit, type ScalarTag, type Tags } from 'yaml';
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
  const text = printed.get(value) ?? stringify({ k: value }, yamlOptions).slice('k: '.length, -1);
  printed.set(value, text);
  return text;
}

function byThePackage(value: unknown): string {
  const document = new Document(value, yamlOptions);
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'number' && isRounded(node.value)) node.value = BigInt(node.value);
    },
  });
  return document.toString(yamlOptions);
}

// What another reader than the package takes for a line break, refuses or drops: NEL, the two separators, a byte order mark
// and other characters that YAML 1.1 does not print (https://yaml.org/spec/1.1/#id868524).
const unprinted = /[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ufefe\uff00-\ufffd]/g;

/** What no block scalar can hold for every reader: first lines that are blank or indented, lines of blanks, leading tabs. */
const outOfBlock = /^[ \t\n][^]*\n|\n\t|\n +(?:\t|\n|$)/;

/** Texts that the package writes so that the readers in Go refuse them or take them for others. */
const escapedText: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: (value) =>
    typeof value === 'string' && (value.search(unprinted) >= 0 || outOfBlock.test(value) || isNumberInGo(value)),
  resolve: (text) => text,
  stringify: ({ value }) =>
    JSON.stringify(value).replace(unprinted, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`),
};

/** Whether a reader in Go takes it for a number: in YAML 1.1, 1.2 or Go's own notation, with underscores anywhere. */
function isNumberInGo(text: string): boolean {
  return /^[-+.0-9].*[0-9]/.test(text) && !Number.isNaN(Number(text.replaceAll('_', '').replace(/^[-+]/, '')));
}

export const yamlOptions = {
  version: '1.1',
  lineWidth: 0,
  indentSeq: false,
  // The same object twice is written twice: an anchor is legal YAML that no reader of a manifest expects.
  aliasDuplicateObjects: false,
  customTags: (tags: Tags): Tags => [escapedText, ...tags],
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
