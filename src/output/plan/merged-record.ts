/** A file in a record into which branches were merged, with its hash in each branch. */
export interface MergedEntry {
  readonly path: string;
  readonly ownership: string;
  readonly hashes: readonly string[];
  readonly triedFrom?: string;
}

const entry = /("(?:[^"\\\n]|\\.)*")\s*:\s*\{([^{}]*)\}/g;
const marker = /^(?:<{7}|\|{7}|={7}|>{7}).*$/gm;

/**
 * Returns the files in the text of a record, even if it contains conflict markers, or the lines of two branches one
 * after the other.
 */
export function mergedEntries(text: string): readonly MergedEntry[] {
  const found = new Map<string, MergedEntry & { readonly hashes: string[] }>();
  for (const [, name, fields = ''] of text.replaceAll(marker, '').matchAll(entry)) {
    const path = pathIn(name!);
    const [ownership] = valuesOf(values.ownership, fields);
    if (path === undefined || ownership === undefined) continue;
    const [triedFrom] = valuesOf(values.triedFrom, fields);
    const known = found.get(path) ?? { path, ownership, hashes: [], ...(triedFrom !== undefined && { triedFrom }) };
    known.hashes.push(...valuesOf(values.hash, fields).filter((each) => !known.hashes.includes(each)));
    found.set(path, known);
  }
  return [...found.values()];
}

function pathIn(name: string): string | undefined {
  try {
    return JSON.parse(name) as string;
  } catch {
    return undefined;
  }
}

const values = {
  ownership: /"ownership"\s*:\s*"([^"\\]*)"/g,
  hash: /"hash"\s*:\s*"([^"\\]*)"/g,
  triedFrom: /"triedFrom"\s*:\s*"([^"\\]*)"/g,
};

function valuesOf(value: RegExp, fields: string): readonly string[] {
  return Array.from(fields.matchAll(value), ([, text]) => text!);
}
