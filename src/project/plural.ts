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
const unchanged = /(?:endpoints|series|species|metadata|information|equipment)$/;

/**
 * The English plural of a kind in lower case: what stands in URLs unless the user says otherwise. It is guessed once, by
 * `create api`, and from then on read from `@Resource` and PROJECT.
 */
export function pluralOf(kind: string): string {
  const word = kind.toLowerCase();
  for (const [one, many] of Object.entries(irregular)) {
    if (word.endsWith(one)) return word.slice(0, -one.length) + many;
  }
  if (unchanged.test(word)) return word;
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return `${word}s`;
}
