const irregular: Readonly<Record<string, string>> = {
  child: 'children',
  person: 'people',
  man: 'men',
  woman: 'women',
  mouse: 'mice',
  index: 'indices',
  vertex: 'vertices',
  matrix: 'matrices',
  datum: 'data',
  medium: 'media',
  criterion: 'criteria',
};

// Words that are their own plural; Kubernetes has Endpoints, which a kind of the same form follows.
const unchanged = /(?:endpoints|series|species|data|information|equipment)$/;

/**
 * The English plural of a kind, in lower case: what stands in URLs unless the user says otherwise. It is guessed once, by
 * `create api`, and from then on read from `@Resource` and PROJECT.
 * @param kind in PascalCase: its last word is the one that changes, so `TestMan` ends in `men` and `Human` does not
 */
export function pluralOf(kind: string): string {
  const word = kind.toLowerCase();
  const last = kind.slice(lastWordOf(kind)).toLowerCase();
  const many = Object.hasOwn(irregular, last) ? irregular[last] : undefined;
  if (many !== undefined) return word.slice(0, -last.length) + many;
  if (unchanged.test(word)) return word;
  if (word.endsWith('sis')) return `${word.slice(0, -2)}es`;
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return `${word}s`;
}

/** Returns the plural of a resource: the one that PROJECT or a flag has, or the English one. */
export function pluralNameOf({ plural, kind }: Named): string {
  return plural ?? pluralOf(kind);
}

/** Returns the plural as PROJECT has it: absent where it is the English one. */
export function irregularPlural({ plural, kind }: Named): { readonly plural?: string } {
  return plural === undefined || plural === pluralOf(kind) ? {} : { plural };
}

interface Named {
  readonly kind: string;
  readonly plural?: string | undefined;
}

/** Where the last word of a name in PascalCase begins. */
function lastWordOf(kind: string): number {
  let start = kind.length;
  while (start > 0 && /[a-z0-9]/.test(kind.charAt(start - 1))) start -= 1;
  return start > 0 && /[A-Z]/.test(kind.charAt(start - 1)) ? start - 1 : start;
}
