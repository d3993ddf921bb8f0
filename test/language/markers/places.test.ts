import { expect, it, test } from 'vitest';
import { tagName, type Marker } from '../../../src/language/markers/marker.js';
import { markers } from '../../../src/language/markers/registry.js';
import { analyzeSources, kindSource } from '../../support/generate.js';
import { markerCases } from '../../support/marker-cases.js';
import { emitCrd } from '../../../src/output/emit/crd.js';
import { verifyKind } from '../../../src/language/rules/kind-rules.js';
import { shownFields } from '../../../src/features/olm/compose/shown-fields.js';
import { parse } from 'yaml';

// Every marker in every place where a type or a field may be declared: it changes what is generated, or is reported.
// The table of markers is gone through, so that a marker that is added to it is tried too.

/** One place: declarations of types, and one field of the spec. `N` is a name of its own, `M` where the marker stands. */
interface Place {
  readonly name: string;
  /** Declarations on one line, in the file of the kind. */
  readonly types?: string;
  /** The same in another file. */
  readonly elsewhere?: string;
  readonly field: string;
}

const object = '{ /** Text. More. */ a?: string; b?: string }';

const tagPlaces: readonly Place[] = [
  { name: 'a field', field: 'M N!: TYPE;' },
  { name: 'an alias', types: 'M type N = TYPE;', field: 'N!: N;' },
  { name: 'an alias of an alias', types: 'M type N = NB; type NB = TYPE;', field: 'N!: N;' },
  { name: 'the alias behind another one', types: 'type N = NB; M type NB = TYPE;', field: 'N!: N;' },
  { name: 'an interface', types: `M interface N ${object}`, field: 'N!: N;' },
  { name: 'the second declaration of an interface', types: `interface N ${object} M interface N {}`, field: 'N!: N;' },
  { name: 'an interface beside a class', types: `M interface N {} class N ${object}`, field: 'N!: N;' },
  { name: 'a class', types: `M class N ${object}`, field: 'N!: N;' },
  { name: 'an enum', types: "M enum N { A = 'a', B = 'b' }", field: 'N!: N;' },
  { name: 'the second declaration of an enum', types: "enum N { A = 'a' } M enum N { B = 'b' }", field: 'N!: N;' },
  { name: 'an interface of a namespace', types: `namespace N { M export interface I ${object} }`, field: 'N!: N.I;' },
  { name: 'a type literal', types: 'type N = { M a: TYPE };', field: 'N!: N;' },
  { name: 'the type of items', types: 'M type N = TYPE;', field: 'N!: N[];' },
  { name: 'the type of values', types: 'M type N = TYPE;', field: 'N!: Record<string, N>;' },
  { name: 'a base', types: `M interface NB ${object} interface N extends NB { c?: string }`, field: 'N!: N;' },
  {
    name: 'the base of a second declaration',
    types: `M interface NB ${object} interface N { c?: string } interface N extends NB {}`,
    field: 'N!: N;',
  },
  { name: 'a part of an intersection', types: `M interface NB ${object}`, field: 'N!: NB & { c?: string };' },
  { name: 'an alias with a brand', types: 'M type NB = string;', field: "N!: NB & { __brand: 'N' };" },
  { name: 'an argument of a generic', types: 'M type N = TYPE; interface NB<T> { value: T }', field: 'N!: NB<N>;' },
  { name: 'the default of a generic', types: 'M type N = TYPE; interface NB<T = N> { value: T }', field: 'N!: NB;' },
  { name: 'a field of a generic', types: 'interface NB<T> { M value: T }', field: 'N!: NB<TYPE>;' },
  { name: 'a parameter of a generic', types: 'interface NB<M T> { value: T }', field: 'N!: NB<TYPE>;' },
  { name: 'a member of a union', types: "M type NB = 'a' | 'b';", field: "N!: NB | 'c';" },
  {
    name: 'a member of a union of objects',
    types: "M interface NB { k: 'a'; a?: string; b?: string } interface NC { k: 'b' }",
    field: 'N!: NB | NC;',
  },
  { name: 'a literal of a union', field: "N!: M 'a' | 'b';" },
  { name: 'a type as it is written', field: 'N!: M TYPE;' },
  { name: 'a member of an enum', types: "enum N { M A = 'a' }", field: 'N!: N;' },
  { name: 'an index signature', types: 'interface N { M [key: string]: TYPE }', field: 'N!: N;' },
  { name: 'a mapped type', field: "N!: { M [K in 'a']: TYPE };" },
  { name: 'what Partial makes', types: `M interface N ${object}`, field: 'N!: Partial<N>;' },
  { name: 'what Pick makes', types: `M interface N ${object}`, field: "N!: Pick<N, 'a'>;" },
  { name: 'what Omit makes', types: `M interface N ${object}`, field: "N!: Omit<N, 'a'>;" },
  { name: 'a field that Pick keeps', types: 'interface N { M a: TYPE }', field: "N!: Pick<N, 'a'>;" },
  { name: 'a field that is mapped', types: 'interface N { M a: TYPE }', field: 'N!: { [K in keyof N]: N[K] };' },
  {
    name: 'a field that is mapped to another type',
    types: 'interface N { M a: TYPE }',
    field: 'N!: { [K in keyof N]: boolean };',
  },
  {
    name: 'a field that is declared again',
    types: 'class NB { M a!: TYPE } class N extends NB { declare a: TYPE }',
    field: 'N!: N;',
  },
  {
    name: 'a field of a second declaration',
    types: 'interface N { a: TYPE } interface N { M a: TYPE }',
    field: 'N!: N;',
  },
  { name: 'a parameter of a constructor', types: 'class N { constructor(M readonly a: TYPE) {} }', field: 'N!: N;' },
  { name: 'another parameter', types: `class N { constructor(M a: TYPE) {} b?: string }`, field: 'N!: N;' },
  { name: 'a getter', types: 'class N { M get a(): TYPE { return 0 as never } }', field: 'N!: N;' },
  { name: 'a static field', types: 'class N { M static a: TYPE; b?: string }', field: 'N!: N;' },
  { name: 'the end of a type', types: 'class N { b?: string; M }', field: 'N!: N;' },
  { name: 'another file', elsewhere: 'M export type N = TYPE;', field: "N!: import('./elsewhere.js').N;" },
  { name: 'a file that passes on', elsewhere: 'M export type N = TYPE;', field: 'N!: passedOn.N;' },
  {
    name: 'the augmentation of another module',
    types: `export interface N ${object}`,
    elsewhere: "declare module './thing.types.js' { M interface N {} }",
    field: 'N!: N;',
  },
  { name: 'an earlier doc comment', types: 'M /** Text. */ type N = TYPE;', field: 'N!: N;' },
];

const decoratorPlaces = tagPlaces.filter(({ name }) =>
  /^(a field|a class|an interface beside a class|a field that is declared again|.*parameter.*constructor|another parameter|a getter|a static field)$/.test(
    name,
  ),
);
const partPlaces: readonly Place[] = [
  { name: 'the markers of items', field: 'M N!: TYPE[];' },
  { name: 'the markers of values', field: 'M N!: Record<string, TYPE>;' },
  { name: 'the markers of keys', field: 'M N!: Record<string, string>;' },
];

interface Try extends Place {
  readonly marker: string;
  readonly id: string;
}

const called = (marker: Marker, text: string): string => `${marker.name}(${text})`;

/** All that is tried, each under a name of its own. */
function tries(): readonly (Try & { readonly written: string; readonly beside: string; readonly type: string })[] {
  const all = markers.flatMap((marker) => {
    if (marker.on !== 'schema' && marker.on !== 'kind') return [];
    const fixture = markerCases.find(({ name }) => name === marker.name)!;
    const { arguments: own, beside = '' } = fixture;
    const field = marker.name === 'Descriptions' ? object : (fixture.field ?? 'string');
    // What descriptions are anyway changes nothing.
    const text = own.replace("'keep'", "'drop'");
    const inTag = text.replaceAll(/\b(?!Enum|Default)[A-Z]\w+(?=\()/g, (name) =>
      tagName(markers.find((each) => each.name === name)!),
    );
    const besideTag = beside === '' ? '' : `@${beside.charAt(0).toLowerCase()}${beside.slice(1)}`;
    const tag = `@${tagName(marker)} ${inTag}`;
    const of = (places: readonly Place[], written: string, other: string) =>
      places.map((place) => ({ ...place, marker: marker.name, written, beside: other, type: field }));
    const parts = partPlaces.map((place) => {
      const part = ['Items', 'Values', 'Keys'][partPlaces.indexOf(place)]!;
      const inner = beside === '' || part === 'Keys' ? '' : beside;
      const both = [inner, called(marker, text)].filter((each) => each !== '').join(', ');
      return {
        ...place,
        marker: marker.name,
        written: `@${part}(${both})`,
        beside: inner && `@${part}(${inner})`,
        type: field,
      };
    });
    return [
      ...of(tagPlaces, `/** Text. More. ${besideTag} ${tag} */`, `/** Text. More. ${besideTag} */`),
      ...of(decoratorPlaces, `${beside && `@${beside} `}@${called(marker, text)}`, beside && `@${beside}`),
      ...parts,
    ];
  });
  return all.map((each, index) => ({ ...each, id: `x${index}_` }));
}

interface Seen {
  readonly text: string;
  readonly problems: string;
}

/** What is generated and reported for each try, by its name. */
function generated(all: ReturnType<typeof tries>, isMarked: boolean): ReadonlyMap<string, Seen> {
  const fill = (text: string | undefined, { id, written, beside, type }: (typeof all)[number]): string =>
    (text ?? '')
      .replaceAll(/\bM\b/g, () => (isMarked ? written : beside))
      .replaceAll(/\bN(?=[BC]?\b)/g, id)
      .replaceAll('TYPE', () => type);
  const path = 'src/api/v1/thing.types.ts';
  const source = kindSource({
    before: `import type * as passedOn from './passed-on.js';\n${all.map((each) => fill(each.types, each)).join('\n')}`,
    spec: all.map((each) => fill(each.field, each)).join('\n'),
  })[path]!;
  const elsewhere = `import type { Condition, Double, Int32, Int64, IntOrString, Json, Quantity, RawExtension, Time } from '@operator-gen/runtime/api';\n${all.map((each) => fill(each.elsewhere, each)).join('\n')}`;
  const { model, diagnostics } = analyzeSources({
    [path]: source,
    'src/api/v1/elsewhere.ts': elsewhere,
    'src/api/v1/passed-on.ts': "export * from './elsewhere.js';\n",
  });
  // Nothing would be compared.
  expect(
    diagnostics
      .filter(({ code }) => code === 'syntax-error')
      .map(({ position, message }) => `${source.split('\n')[position!.line - 1]} ${message}`),
  ).toEqual([]);
  const problems = [...diagnostics, ...model.kinds.flatMap((each) => verifyKind(each))];
  const crd = parse(emitCrd(model.kinds[0]!, '0.0.0').text);
  const { spec } = crd.spec.versions[0].schema.openAPIV3Schema.properties;
  const lines: Readonly<Record<string, readonly string[]>> = {
    [path]: source.split('\n'),
    'src/api/v1/elsewhere.ts': elsewhere.split('\n'),
  };
  // The texts for the console are in no CRD.
  const shown = shownFields(crd.spec.versions[0].schema.openAPIV3Schema, model.kinds[0]!.versions[0]!.schema, 'spec');
  const found = new Map<string, string>();
  for (const { code, position } of problems) {
    const line = position && lines[position.file]?.[position.line - 1];
    const id = /x\d+_/.exec(line ?? '')?.[0] ?? '';
    found.set(id, `${found.get(id) ?? ''} ${code}`);
  }
  const rules: readonly { readonly rule: string }[] = spec['x-kubernetes-validations'] ?? [];
  return new Map(
    all.map(({ id }) => [
      id,
      {
        text: JSON.stringify([
          spec.properties[id],
          spec.required.includes(id),
          rules.filter(({ rule }) => rule.includes(id)),
          shown.filter((each) => each.path.startsWith(id) && Object.keys(each.marked).length > 0),
        ]),
        problems: found.get(id) ?? '',
      },
    ]),
  );
}

const all = tries();
const marked = generated(all, true);
const unmarked = generated(all, false);

test('every marker of fields, types and kinds is tried', () => {
  const wanted = markers.filter(({ on }) => on === 'schema' || on === 'kind').map(({ name }) => name);
  expect(new Set(all.map(({ marker }) => marker))).toEqual(new Set(wanted));
  // A comparison that cannot fail would say nothing: without its marker a place is as it is, and no problem.
  const wrong = all.filter(({ id, beside }) => unmarked.get(id)!.problems !== '' && !/[@]/.test(beside));
  expect(new Set(wrong.map(({ name }) => name))).toEqual(new Set(['a getter']));
});

/** Markers that say of a place what holds there anyway, or that are tags of JSDoc there. */
const idle: Readonly<Record<string, readonly string[]>> = {
  Type: ['an enum', 'the second declaration of an enum', 'an alias with a brand'],
  Descriptions: ['an alias with a brand'],
  Default: ['a static field'],
  Enum: ['a static field'],
};

const places = [...new Set(all.map(({ name }) => name))];
it.each(places)('no marker on %s is lost', (place) => {
  const lost = all.filter(({ id, name }) => {
    const [one, other] = [marked.get(id)!, unmarked.get(id)!];
    return name === place && one.text === other.text && one.problems === other.problems && one.problems === '';
  });
  const known = lost.filter(({ marker }) => idle[marker]?.includes(place));
  expect(known.map(({ marker }) => marker).toSorted()).toEqual(
    Object.keys(idle)
      .filter((marker) => idle[marker]!.includes(place))
      .toSorted(),
  );
  expect(lost.filter((each) => !known.includes(each)).map(({ marker, written }) => `${marker}: ${written}`)).toEqual(
    [],
  );
});

const ofTypes = [
  'an alias',
  'an alias of an alias',
  'the alias behind another one',
  'another file',
  'a file that passes on',
];
it.each(ofTypes)('a marker on %s says what it says on a field', (place) => {
  for (const { marker, id } of all.filter((each) => each.name === place)) {
    if (markers.find(({ name }) => name === marker)!.on !== 'schema') continue;
    const onField = all.find((each) => each.marker === marker && each.name === 'a field')!;
    const ofField = marked.get(onField.id)!;
    expect(marked.get(id)!.problems, marker).toBe(ofField.problems);
    expect(marked.get(id)!.text.replaceAll(id, 'x'), marker).toBe(ofField.text.replaceAll(onField.id, 'x'));
  }
});
