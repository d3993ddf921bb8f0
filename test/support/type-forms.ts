import { parse } from 'yaml';
import { emitCrd } from '../../src/output/emit/crd.js';
import { verifyKind } from '../../src/language/rules/kind-rules.js';
import { analyzeSources, kindSource } from './generate.js';

/**
 * One form in which TypeScript refers to a type. `T` is the type, and `Item` is an object with the fields `x: T` and
 * `y?: T`. A marker on a field is on `x`; if a form mentions only `T`, `T` is that object.
 */
export interface TypeForm {
  /** The type of a field of the spec. */
  readonly type: string;
  /** Declarations next to it, on one line. */
  readonly beside?: string;
  /** Whether `T` is declared in another file. */
  readonly elsewhere?: boolean;
  /** Whether the form exists only for objects. */
  readonly ofObjects?: boolean;
}

export const typeForms: readonly TypeForm[] = [
  { type: 'T' },
  { type: 'T | null' },
  { type: 'T | undefined' },
  { type: "T | 'other'" },
  { type: 'T & {}' },
  { type: 'T & Other', beside: 'interface Other { other?: string }' },
  { type: 'T[]' },
  { type: 'readonly T[]' },
  { type: 'Array<T>' },
  { type: 'ReadonlyArray<T | null>' },
  { type: 'List[number]', beside: 'type List = T[];' },
  { type: 'Pair[0]', beside: 'type Pair = [T, string];' },
  { type: 'Pair[1]', beside: 'type Pair = [first: string, second?: T];' },
  { type: 'Record<string, T>' },
  { type: "Record<'x', T>" },
  { type: '{ [key: string]: T }' },
  { type: "{ [K in 'x']: T }" },
  { type: "Values['any']", beside: 'type Values = Record<string, T>;' },
  { type: 'Values[string]', beside: 'interface Values { [key: string]: T }' },
  { type: "Values['x']", beside: "type Values = Record<'x', T>;" },
  { type: '{ x: T }' },
  { type: 'Item' },
  { type: "Item['x']" },
  { type: "Item['x']", beside: 'type It = Item;' },
  { type: "NonNullable<Item>['x']" },
  { type: "Item['x' | 'y']" },
  { type: 'Item[keyof Item]' },
  { type: 'Item[Key]', beside: "type Key = 'x';" },
  { type: "Partial<Item>['x']" },
  { type: "Pick<Item, 'x'>['x']" },
  { type: "Omit<Item, 'y'>['x']" },
  { type: "(Item & { other?: string })['x']" },
  { type: "Derived['x']", beside: 'interface Derived extends Item {}' },
  { type: "Outer['list']", beside: 'interface Outer { list: T[] }' },
  { type: "Outer['map']", beside: 'interface Outer { map: Record<string, T> }' },
  { type: "Outer['item']['x']", beside: 'interface Outer { item: Item }' },
  { type: "Outer['items'][number]['x']", beside: 'interface Outer { items: Item[] }' },
  { type: "Field<Item, 'x'>", beside: 'type Field<O, K extends keyof O> = O[K];' },
  { type: "Box<T>['value']", beside: 'interface Box<V> { value: V }' },
  { type: 'Partial<T>' },
  { type: 'Required<T>' },
  { type: 'Readonly<T>' },
  { type: 'NonNullable<T | null>' },
  { type: 'NoInfer<T>' },
  { type: 'Extract<T, T>' },
  { type: 'Exclude<T, null>' },
  { type: "Pick<T, 'x'>", ofObjects: true },
  { type: "Omit<T, 'y'>", ofObjects: true },
  { type: 'Partial<Item>' },
  { type: 'Required<Item>' },
  { type: 'Readonly<Item>' },
  { type: "Pick<Item, 'x'>" },
  { type: "Omit<Item, 'y'>" },
  { type: '{ [K in keyof Item]: Item[K] }' },
  { type: '{ [K in keyof Item]?: Item[K] | null }' },
  { type: '{ [K in keyof Item as `its-${K}`]: Item[K] }' },
  { type: "{ [K in 'x']: Item[K] }" },
  { type: '{ [K in keyof Item]: Item[K][] }' },
  { type: "{ [K in keyof Item]: 'other' }" },
  { type: 'Own<Item>', beside: 'type Own<O> = { [K in keyof O]: O[K] };' },
  { type: 'Alias', beside: 'type Alias = T;' },
  { type: 'Same<T>', beside: 'type Same<V> = V;' },
  { type: 'Same', beside: 'type Same<V = T> = V;' },
  { type: 'Maybe<T>', beside: 'type Maybe<V> = V | null;' },
  { type: 'Box<T>', beside: 'interface Box<V> { value: V }' },
  { type: 'Box', beside: 'interface Box<V = T> { value: V }' },
  { type: 'Derived', beside: 'class Base<V> { value!: V } class Derived extends Base<T> {}' },
  { type: 'Derived', beside: 'interface Base<V> { value: V } interface Derived extends Base<T> {}' },
  { type: 'Derived', beside: 'interface Derived extends Item { other?: string }' },
  { type: 'Derived', beside: 'interface Derived extends T { other?: string }', ofObjects: true },
  { type: 'Derived', beside: 'interface Derived extends Partial<T> { other?: string }', ofObjects: true },
  { type: 'Derived', beside: "interface Derived extends Pick<T, 'x'> { other?: string }", ofObjects: true },
  { type: 'Derived', beside: 'class Derived implements Item { x!: T }' },
  { type: 'Derived', beside: 'interface Derived extends Item { x: T }' },
  { type: 'Merged', beside: 'interface Merged { x: T } interface Merged { other?: string }' },
  { type: 'string extends string ? T : never' },
  { type: 'If<T>', beside: 'type If<V> = V extends null ? never : V;' },
  { type: 'Element<T[]>', beside: 'type Element<V> = V extends (infer E)[] ? E : never;' },
  { type: 'ReturnType<() => T>' },
  { type: 'Parameters<(it: T) => void>[0]' },
  { type: 'Awaited<Promise<T>>' },
  { type: 'typeof constant', beside: 'declare const constant: T;' },
  { type: 'typeof sample.x', beside: 'declare const sample: Item;' },
  { type: 'typeof sample', beside: 'declare const sample: Item;' },
  { type: 'keyof Item' },
  { type: 'space.Inner', beside: 'namespace space { export type Inner = T; }' },
  { type: "import('./elsewhere.js').T", elsewhere: true },
  { type: 'passedOn.T', elsewhere: true },
  { type: 'passedOn.Renamed', elsewhere: true },
  { type: 'passedOn.space.T', elsewhere: true },
  { type: 'other.T', beside: "import type * as other from 'a-package';" },
];

/** One place of a marker `M`, with the declarations of `T` and of `Item`. */
export interface MarkedPlace {
  readonly name: string;
  readonly isDecorator?: boolean;
  /** Declares `Item`, whose field `x` has the marker. */
  readonly item?: string;
  /** Declares `T`, with the marker. */
  readonly named?: string;
  /** The same for forms of objects; undefined if the place is never an object. */
  readonly object?: string;
}

const unmarkedItem = 'interface Item { x: T; y?: T }';
const fields = '{ x?: string; y?: string }';

/** All places; the marker of a scalar of the runtime is its format. */
export const markedPlaces: readonly MarkedPlace[] = [
  { name: 'decorator of a field', isDecorator: true, item: 'class Item { M x!: string; y?: string }' },
  { name: 'tag of a field', item: 'interface Item { M x: string; y?: string }' },
  { name: 'alias', named: 'M type T = string;', object: `M type T = ${fields};` },
  { name: 'class', named: `M class T ${fields}`, object: `M class T ${fields}` },
  { name: 'interface', named: `M interface T ${fields}`, object: `M interface T ${fields}` },
  { name: 'enum', named: "M enum T { A = 'a', B = 'b' }" },
  { name: 'scalar', named: 'type T = Int32;' },
];

/** A marker, written as a decorator and as a tag. */
export interface TriedMarker {
  readonly decorator: string;
  readonly tag: string;
}

/** The result of generating one form in one place: the schema, and the problems. */
export interface FormResult {
  readonly form: TypeForm;
  readonly place: MarkedPlace;
  /** The schema of the field, whether it is required, and the rules for it. */
  readonly text: string;
  readonly problems: readonly string[];
}

/** Generates every form with the marker in every place, in one program. */
export function generateForms(marker?: TriedMarker): readonly FormResult[] {
  const tries = markedPlaces
    .flatMap((place) => typeForms.map((form) => ({ form, place })))
    .filter(({ form, place }) => !form.ofObjects || place.item !== undefined || place.object !== undefined)
    .map((each, index) => ({ ...each, id: `z${index}_` }));
  const sources = tries.map(({ form, place, id }) => sourceOf(form, place, id, marker));
  const path = 'src/api/v1/thing.types.ts';
  const before = ["import type * as passedOn from './passed-on.js';", ...sources.map(({ here }) => here)].join('\n');
  const kind = kindSource({ before, spec: sources.map(({ field }) => field).join('\n') })[path]!;
  const imports = kind.slice(0, kind.indexOf(before));
  const renamed = tries.filter(({ form }) => form.elsewhere).map(({ id }) => `T${id} as Renamed${id}`);
  const files = {
    [path]: kind,
    'src/api/v1/elsewhere.ts': `${imports}${sources.map((each) => each.elsewhere).join('\n')}`,
    'src/api/v1/passed-on.ts': `export * from './elsewhere.js';
export { ${renamed.join(', ')} } from './elsewhere.js';
export * as space from './elsewhere.js';
`,
  };
  const { texts, problems } = generated(files);
  return tries.map(({ form, place, id }) => ({
    form,
    place,
    text: texts(`f${id}`).replaceAll(id, ''),
    problems: [...new Set(problems.get(id) ?? [])],
  }));
}

/** Generates the kind, and returns the generated text of each field, and the codes on the lines with each number. */
function generated(files: Readonly<Record<string, string>>) {
  const { model, diagnostics } = analyzeSources(files);
  const problems = new Map<string, string[]>();
  for (const { code, position } of [...diagnostics, ...model.kinds.flatMap((each) => verifyKind(each))]) {
    const line = position && files[position.file]?.split('\n')[position.line - 1];
    const id = /z\d+_/.exec(line ?? '')?.[0] ?? '';
    problems.set(id, [...(problems.get(id) ?? []), code]);
  }
  const crd = parse(emitCrd(model.kinds[0]!, '0.0.0').text);
  const { spec } = crd.spec.versions[0].schema.openAPIV3Schema.properties;
  const rules: readonly { readonly rule: string }[] = spec['x-kubernetes-validations'] ?? [];
  const texts = (name: string): string =>
    JSON.stringify([
      spec.properties[name],
      spec.required.includes(name),
      rules.filter(({ rule }) => rule.includes(name)),
    ]);
  return { texts, problems };
}

/** The names that each attempt declares. */
const ownNames =
  /\b(?:T|Item|Other|List|Pair|Values|It|Key|Derived|Base|Outer|Field|Box|Own|Alias|Same|Maybe|Merged|If|Element|Renamed|Inner|constant|sample|other(?=\.T| from)|space(?= \{|\.Inner))\b/g;

function sourceOf(form: TypeForm, place: MarkedPlace, id: string, marker: TriedMarker | undefined) {
  const written = marker === undefined ? '' : place.isDecorator ? marker.decorator : `/** ${marker.tag} */`;
  const usesItem = /\bItem\b/.test(`${form.type} ${form.beside ?? ''}`);
  const ofField = place.item !== undefined && usesItem;
  const own = (text: string): string =>
    text
      .replaceAll(ofField ? /\bT\b/g : /(?!)/g, 'string')
      .replaceAll(/\bM\b/g, () => written)
      .replaceAll(ownNames, (name) => `${name}${id}`);
  const t = (form.ofObjects ? place.object : place.named) ?? '';
  const declared =
    place.item === undefined ? `${t} ${unmarkedItem}` : place.item.replace('Item', usesItem ? 'Item' : 'T');
  return {
    here: own([form.elsewhere ? '' : declared, form.beside ?? ''].join(' ')),
    elsewhere: form.elsewhere ? own(declared.replaceAll(/\b(?=(?:type|class|interface|enum) [A-Z])/g, 'export ')) : '',
    field: `  f${id}!: ${own(form.type)};`,
  };
}
