/** What a template calls something in two renderings. */
export interface CalledAnew {
  readonly name: string;
  readonly newName: string;
}

/** Two renderings of one template of code, compared word by word. */
export interface AlignedCode {
  /** Names, where the two differ; those of what is imported among them. */
  readonly names: readonly CalledAnew[];
  /** Texts, where the two differ. */
  readonly texts: readonly CalledAnew[];
  /** The first rendering with the names, the imports and the markers of the second: what differs yet are words for people. */
  readonly renamed: string;
}

/**
 * Says what became of a template's names, so that the same can be done to what a user has made of it. Nothing is parsed: of
 * templates it is enough to know what a name is, what a text, and what a comment.
 * @returns undefined where the two are not made of the same words in the same order
 */
export function alignCode(before: string, after: string): AlignedCode | undefined {
  const [old, fresh] = [wordsOf(before), wordsOf(after)];
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
    renamed += before.slice(at, start) + newSource;
    at = start + source.length;
  }
  return {
    names: called('name', (source) => source),
    texts: called('text', (source) => source.slice(1, -1)),
    renamed: renamed + before.slice(at),
  };
}

interface Word {
  readonly sort: 'name' | 'text';
  /** Whether a text is none for people: what is imported from where, and the arguments of markers. */
  readonly isCode: boolean;
  readonly source: string;
  readonly start: number;
}

const words =
  /\/\*[^]*?(?:\*\/|$)|\/\/.*|(?<marker>@\w+\()|(?<text>'(?:[^'\\\n]|\\.)*(?:'|(?=\n)|\\?$)|`(?:[^`\\]|\\[^]?)*(?:`|$))|(?<name>[A-Za-z_$][\w$]*)|[()]/g;

/** The names and the texts of code, in their order, without those in comments. */
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
