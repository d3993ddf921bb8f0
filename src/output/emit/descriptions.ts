import type { DescriptionPolicy } from '../../base/model/schema.js';

/** Returns a description under a policy; undefined if it is dropped. */
export function describeUnder(policy: DescriptionPolicy, description: string | undefined): string | undefined {
  if (policy === 'drop' || policy === 0 || description === undefined) return undefined;
  if (typeof policy === 'number') return shortened(description, policy);
  return policy === 'keep' ? description : firstSentence(description);
}

/**
 * Returns a text that is longer than a number of bytes up to the last sentence that fits, or else up to the last word,
 * with `...` after it. A text without either is cut between two characters.
 */
function shortened(text: string, mostBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= mostBytes) return text;
  // A byte that continues a character begins with the bits 10.
  let end = mostBytes;
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end -= 1;
  const cut = bytes.toString('utf8', 0, end);
  const [sentences = ''] = /^.+\p{STerm}/su.exec(cut) ?? [];
  if (sentences !== '') return sentences;
  const [words = cut] = /^.+(?=\p{White_Space})/su.exec(cut) ?? [];
  return `${words}...`;
}

/**
 * Returns the text up to the first period, question mark or exclamation mark that ends a word, or else the first
 * paragraph.
 */
function firstSentence(text: string): string {
  const [paragraph = ''] = text.split(/\n\s*\n/, 1);
  // Common abbreviations do not end a sentence.
  const end = /(?<!\b(?:e\.g|i\.e|etc|vs|cf|resp))[.!?](?=\s|$)/i.exec(paragraph);
  return (end === null ? paragraph : paragraph.slice(0, end.index + 1)).trim();
}

type Tree = { [key: string]: unknown };

/**
 * Drops descriptions of schemas, the most deeply nested level first and one level at a time, until the object fits the
 * maximum size as JSON, or no descriptions are left. Modifies the given object.
 * @returns its size in bytes
 */
export function trimDescriptions(crd: Tree, schemas: readonly Tree[], mostBytes: number): number {
  let bytes = Buffer.byteLength(JSON.stringify(crd));
  if (bytes <= mostBytes) return bytes;
  const levels: Tree[][] = [];
  for (const schema of schemas) collect(schema, 0, levels);
  while (bytes > mostBytes && levels.length > 0) {
    for (const schema of levels.pop()!) {
      bytes -= Buffer.byteLength(JSON.stringify({ description: schema['description'] })) - '{}'.length + ','.length;
      delete schema['description'];
    }
  }
  return bytes;
}

/** Collects the schemas that have a description, by nesting depth. */
function collect(schema: Tree, depth: number, levels: Tree[][]): void {
  if (typeof schema['description'] === 'string') (levels[depth] ??= []).push(schema);
  levels[depth] ??= [];
  for (const part of [schema['items'], schema['additionalProperties']]) {
    if (part !== undefined) collect(part as Tree, depth + 1, levels);
  }
  for (const property of Object.values((schema['properties'] as Tree | undefined) ?? {})) {
    collect(property as Tree, depth + 1, levels);
  }
}
