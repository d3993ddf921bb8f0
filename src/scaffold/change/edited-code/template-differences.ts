/** A name or a string that differs between two renderings of a template. */
export interface CalledAnew {
  readonly name: string;
  readonly newName: string;
}

/** Two renderings of one template of code, compared word by word. */
export interface AlignedCode {
  /** Names that differ, including those of imports. */
  readonly names: readonly CalledAnew[];
  /** Strings that differ. */
  readonly texts: readonly CalledAnew[];
  /**
   * The first rendering with the names, the imports and the markers of the second. The remaining differences are prose.
   */
  readonly renamed: string;
}

/**
 * Returns how the names of a template change, so that the same changes can be made to the user's version. Nothing is
 * parsed: for templates it is sufficient to distinguish names, strings and comments.
 * @returns undefined if the renderings do not consist of the same words in the same order
 */
export function alignCode(before: string, after: string): AlignedCode | undefined {
  const [plain, wanted] = [withoutAliases(before), withoutAliases(after)];
  const [old, fresh] = [wordsOf(plain), wordsOf(wanted)];
  if (old.length !== fresh.length || old.some(({ sort }, index) => sort !== fresh[index]!.sort)) return undefined;
  const pairs = old.map((each, index) => [each, fresh[index]!] as const).filter(([a, b]) => a.source !== b.source);
  const called = (sort: Word['sort'], bare: (source: string) => string): CalledAnew[] =>
    pairs
      .filter(([each]) => each.sort === sort)
      .map(([a, b]) => ({ name: bare(a.source), newName: bare(b.source) }))
      .filter(({ name }, index, all) => all.findIndex((each) => each.name === name) === index);
  let renamed = '';
  let at = 0;
  for (const [{ sort, isCode, start, source }, { source: newSource }] of pairs) {
    if (sort !== 'name' && !isCode) continue;
    renamed += plain.slice(at, start) + newSource;
    at = start + source.length;
  }
  return {
    names: called('name', (source) => source),
    texts: called('text', (source) => source.slice(1, -1)),
    renamed: renamed + plain.slice(at),
  };
}

/**
 * Returns code with one name for imports that have different names because of a kind, which does not change what the
 * code consists of.
 */
function withoutAliases(code: string): string {
  const aliases = new Map(
    [...code.matchAll(/^import [^;]*;/gm)].flatMap(([line]) =>
      [...line.matchAll(/\b(\w+) as (Runtime\1|\1Resource)\b/g)].map(([, name, alias]) => [alias!, name!] as const),
    ),
  );
  if (aliases.size === 0) return code;
  return code
    .replaceAll(/\b(\w+) as (\w+)\b/g, (found, name: string, alias: string) =>
      aliases.get(alias) === name ? name : found,
    )
    .replaceAll(/\b\w+\b/g, (word) => aliases.get(word) ?? word);
}

interface Word {
  readonly sort: 'name' | 'text';
  /** Whether a string is part of the code, as in import specifiers and marker arguments, and not prose. */
  readonly isCode: boolean;
  readonly source: string;
  readonly start: number;
}

const words =
  /\/\*[^]*?(?:\*\/|$)|\/\/.*|(?<marker>@\w+\()|(?<text>'(?:[^'\\\n]|\\.)*(?:'|(?=\n)|\\?$)|`(?:[^`\\]|\\[^]?)*(?:`|$))|(?<name>[A-Za-z_$][\w$]*)|[()]/g;

/** Returns the names and strings of code in order, without those in comments. */
function wordsOf(code: string): readonly Word[] {
  const found: Word[] = [];
  let open = 0;
  for (const { index: start, 0: source, groups: { marker, text, name } = {} } of code.matchAll(words)) {
    if (marker !== undefined || (source === '(' && open > 0)) open += 1;
    else if (source === ')' && open > 0) open -= 1;
    else if (name !== undefined) found.push({ sort: 'name', isCode: true, source, start });
    else if (text !== undefined)
      found.push({ sort: 'text', isCode: open > 0 || found.at(-1)?.source === 'from', source, start });
  }
  return found;
}
