import { own } from '../base/model/json-at.js';
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

// Words whose plural equals the singular. Kubernetes has Endpoints, and kinds of that form follow it.
const unchanged = /(?:endpoints|series|species|data|information|equipment)$/;

/**
 * Returns the lowercase English plural of a kind, used in URLs unless the user sets another one. `create api` guesses
 * it once; afterwards it is read from `@Resource` and PROJECT.
 * @param kind in PascalCase: only its last word changes, so that `TestMan` ends in `men` and `Human` does not
 */
export function pluralOf(kind: string): string {
  const word = kind.toLowerCase();
  const last = kind.slice(lastWordOf(kind)).toLowerCase();
  const many = own(irregular, last);
  if (many !== undefined) return word.slice(0, -last.length) + many;
  if (unchanged.test(word)) return word;
  if (word.endsWith('sis')) return `${word.slice(0, -2)}es`;
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return `${word}s`;
}

/** Returns the plural of a resource: the one set in PROJECT or by a flag, or else the English one. */
export function pluralNameOf({ plural, kind }: Named): string {
  return plural ?? pluralOf(kind);
}

/** Returns the plural as stored in PROJECT: absent when it is the English one. */
export function irregularPlural({ plural, kind }: Named): { readonly plural?: string } {
  return plural === undefined || plural === pluralOf(kind) ? {} : { plural };
}

interface Named {
  readonly kind: string;
  readonly plural?: string | undefined;
}

/** Returns the start of the last word of a PascalCase name. */
function lastWordOf(kind: string): number {
  let start = kind.length;
  while (start > 0 && /[a-z0-9]/.test(kind.charAt(start - 1))) start -= 1;
  return start > 0 && /[A-Z]/.test(kind.charAt(start - 1)) ? start - 1 : start;
}
