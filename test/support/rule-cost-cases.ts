/** A field, or a type, with a marker or a union that writes CEL rules. */
interface Ruled {
  /** The field of a class; the class itself has a key `k`. */
  readonly field?: string;
  /** Markers on that class. */
  readonly on?: string;
  /** The class as a whole, if it is a union. */
  readonly type?: string;
  /** Whether the rules compare with the previous value, which only items of list maps have. */
  readonly isTransition?: boolean;
}

/** A kind with rules in some place. */
export interface RuleCostCase {
  readonly name: string;
  readonly before: string;
  readonly spec: string;
}

const fieldTypes: readonly string[] = [
  's?: string;',
  '@MaxLength(63) s?: string;',
  '@MaxLength(9) s!: string;',
  "s?: 'one' | 'another';",
  's?: string | null;',
  's?: Int32;',
  's: boolean = true;',
  's?: Quantity;',
  's?: Time;',
  's?: Bytes;',
  's?: { a: string };',
  's?: string[];',
  '@MaxItems(3) s?: string[];',
  's?: Record<string, string>;',
];

const keyMarkers: readonly string[] = [
  'MaxLength(63)',
  'MinLength(1)',
  "Pattern('^[a-z]+$')",
  `Pattern('^${'(?:a|b)'.repeat(40)}$')`,
  "Enum('a', 'b')",
  "Enum('a', 'a', 'b', 'c', 'd')",
  `Enum(${Array.from({ length: 64 }, (_, index) => `'k${index}'`).join(', ')})`,
  `Enum(${Array.from({ length: 300 }, (_, index) => `'k${index}'`).join(', ')})`,
];

const optional = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `f${index}`);
const member = (tag: string, index: number): string => `{ type: ${tag}; k: string; f${index}: string; both?: Int32 }`;
const unionOf = (tags: readonly string[]): string => tags.map(member).join(' | ');

const ruled: Readonly<Record<string, readonly Ruled[]>> = {
  immutability: fieldTypes.map((field) => ({ field: `@Immutable() ${field}`, isTransition: true })),
  keys: [
    ...keyMarkers.map((each) => ({ field: `@Keys(${each}) s?: Record<string, string>;` })),
    { field: '@Keys(MaxLength(63)) @MaxProperties(10) s?: Record<string, { a: boolean }>;' },
  ],
  presence: ['AtMostOneOf', 'ExactlyOneOf', 'AtLeastOneOf'].flatMap((marker) =>
    [2, 5, 20].map((count) => ({
      on: `@${marker}(${optional(count)
        .map((each) => `'${each}'`)
        .join(', ')})`,
      field: optional(count)
        .map((each) => `${each}?: Int32;`)
        .join(' '),
    })),
  ),
  unions: [
    { type: unionOf(["'a'", "'b'"]) },
    { type: unionOf(['1', '2', '3']) },
    { type: unionOf(['true', 'false']) },
    { type: unionOf(["''", "'a value of more than ten characters'", "'naïve'"]) },
    { type: `${unionOf(["'a'", "'b'", "'c'"])} | { type: 'd'; k: string }` },
    { type: `${unionOf(Array.from({ length: 9 }, (_, index) => `'t${index}'`))} | { type: 'z'; k: string }` },
  ],
};

/** Places of a type `Item`: the body of the spec, with a marker where the bounds of lists and maps are inserted. */
const places: readonly (readonly [spec: string, other?: string])[] = [
  ['it?: Item;'],
  ["@ListType('map') @ListMapKey('k') @MaxItems(#) it?: Item[];"],
  ['@MaxProperties(#) it?: Record<string, Item>;'],
  ['@MaxProperties(#) @Values(MaxProperties(#)) it?: Record<string, Record<string, Item>>;'],
  [
    '@MaxProperties(#) it?: Record<string, Outer>;',
    "class Outer { @ListType('map') @ListMapKey('k') @MaxItems(#) inner?: Item[] }",
  ],
  ['@MaxProperties(9) it?: Record<string, Outer>;', 'class Outer { @MaxProperties(#) inner?: Record<string, Item> }'],
];

const placesWithoutKeys: typeof places = [
  ['@MaxItems(#) it?: Item[];'],
  ['@MaxItems(#) @Items(MaxItems(#)) it?: Item[][];'],
  ['@MaxItems(#) it?: Outer[];', 'class Outer { deep!: Inner } class Inner { @MaxItems(#) item?: Item[] }'],
];

/** The bounds to insert, from the outside in: a number, or no marker. */
const boundSets: readonly (readonly (number | undefined)[])[] = [
  [undefined, undefined],
  [100, undefined],
  [100_000, 100_000],
];

function withBounds(text: string, bounds: readonly (number | undefined)[]): string {
  const left = [...bounds];
  return text.replaceAll(/@(?:(?:Items|Values)\()?Max\w+\(#\)+ /g, (marker) => {
    const bound = left.shift();
    return bound === undefined ? '' : marker.replace('#', String(bound));
  });
}

function itemOf({ field = '', on = '', type }: Ruled, hasKey: boolean): string {
  if (type !== undefined) return `type Item = ${type};`;
  return `${on} class Item { ${hasKey ? 'k!: string;' : ''} ${field} }`;
}

/** Every rule in every place, with and without bounds, grouped by what creates the rule. */
export const ruleCostCases: Readonly<Record<string, readonly RuleCostCase[]>> = Object.fromEntries(
  Object.entries(ruled).map(([name, rules]) => [name, rules.flatMap(casesOf)]),
);

function casesOf(rule: Ruled): readonly RuleCostCase[] {
  const cases = new Map<string, RuleCostCase>();
  for (const [place, other = ''] of [...places, ...(rule.isTransition ? [] : placesWithoutKeys)]) {
    const hasKey = `${place} ${other}`.includes('ListMapKey') || rule.type !== undefined;
    for (const bounds of boundSets) {
      const spec = withBounds(place, bounds);
      const before = `${itemOf(rule, hasKey)}\n${withBounds(other, bounds.slice(place.split('#').length - 1))}`;
      cases.set(`${spec} ${before}`, { name: `${spec} ${before.replaceAll(/\s+/g, ' ')}`, before, spec });
    }
  }
  return [...cases.values()];
}
