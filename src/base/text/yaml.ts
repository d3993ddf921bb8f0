import { Document, stringify, visit, type ScalarTag, type Tags } from 'yaml';
import { hiddenCharacters, unicodeEscape } from '../model/hidden-characters.js';
import { blockYaml, isRounded } from './block-yaml.js';

/**
 * Prints documents in the style of Kubernetes tools: block style, lists not indented, no folding, `---` before each.
 * The output is YAML 1.1, which is what the readers support: `yes`, `on` and `012` are quoted.
 */
export function toYaml(...documents: readonly unknown[]): string {
  return documents.map((each) => `---\n${blockYaml(each, printScalar) ?? byThePackage(each)}`).join('');
}

// A description occurs in a CRD as often as its type is used, and again in other CRDs.
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

// Characters that other readers than the package treat as a line break, reject or drop: NEL, the two separators, a byte
// order mark and other characters that YAML 1.1 does not consider printable (https://yaml.org/spec/1.1/#id868524).
const unprinted = /[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ufefe\uff00-\ufffd]/g;

/** Reports whether a text has characters that readers drop, or that a person who reads it does not see. */
function isHidden(text: string): boolean {
  return text.search(unprinted) >= 0 || text.replaceAll(/[\t\n]/g, '').search(hiddenCharacters) >= 0;
}

function escaped(characters: string): string {
  const isPair = characters.length === 2;
  // Readers in Go take the escapes of surrogates for two characters.
  return isPair ? `\\U${characters.codePointAt(0)!.toString(16).padStart(8, '0')}` : unicodeEscape(characters);
}

/**
 * Text that no block scalar represents for every reader: blank or indented first lines, lines of blanks, leading tabs.
 */
const outOfBlock = /^[ \t\n][^]*\n|\n\t|\n +(?:\t|\n|$)/;

/** As a key without quotes, it merges a mapping. */
const mergeKey = '<<';

/** Strings that the package prints in a form that readers in Go reject or interpret differently. */
const escapedText: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: (value) =>
    typeof value === 'string' &&
    (isHidden(value) || outOfBlock.test(value) || isNumberInGo(value) || value === mergeKey),
  resolve: (text) => text,
  stringify: ({ value }) => JSON.stringify(value).replaceAll(hiddenCharacters, escaped).replaceAll(unprinted, escaped),
};

/**
 * Reports whether a reader in Go parses a string as a number: in YAML 1.1, YAML 1.2 or Go notation, with underscores
 * anywhere.
 */
function isNumberInGo(text: string): boolean {
  const plain = text.replaceAll('_', '').replace(/^[-+]/, '');
  return /^[-+.0-9]/.test(text) && /^\.?[0-9]/.test(plain) && !Number.isNaN(Number(plain));
}

function isMergeTag(tag: Tags[number]): boolean {
  return typeof tag === 'object' && tag.tag === 'tag:yaml.org,2002:merge';
}

export const yamlOptions = {
  version: '1.1',
  lineWidth: 0,
  indentSeq: false,
  // An object that occurs twice is printed twice: anchors are valid YAML, but unexpected in a manifest.
  aliasDuplicateObjects: false,
  // With the tag for merged mappings, the package prints the text `<<` without quotes, also as a key.
  customTags: (tags: Tags): Tags => [escapedText, ...tags.filter((each) => !isMergeTag(each))],
} as const;

/**
 * Returns the value with the keys of every object sorted, so that the output does not depend on the order in the
 * sources.
 */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(
    entries.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([key, each]) => [key, sortKeys(each)]),
  );
}
