import fc from 'fast-check';
import { formatTexts } from './verify-cases.js';

/** A kind whose values, names and markers are valid or nearly valid: the parts of its source. */
export interface RandomKind {
  /** Arguments of `@Resource` in addition to the plural. */
  readonly names: string;
  readonly kindMarkers: string;
  readonly spec: string;
  /** If more than one version is declared, the fields that only the second one has in its spec. */
  readonly second?: string;
}

const json = (value: unknown): string => JSON.stringify(value);
const letters = Array.from('aZ9-_./ %:@#,+[]()\'"\\\n\t\u00a0\u200büµ漢😀\u0301\u2028');

/** Returns one of some texts, possibly with a few characters removed, inserted or replaced. */
const near = (...texts: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...texts),
    fc
      .tuple(
        fc.constantFrom(...texts),
        fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom(...letters, ...Array.from(texts.join('')))), {
          minLength: 1,
          maxLength: 3,
        }),
      )
      .map(([text, edits]) =>
        edits.reduce((before, [place, how, letter]) => {
          const characters = Array.from(before);
          characters.splice(place % (characters.length + 1), how === 0 ? 0 : 1, ...(how === 1 ? [] : [letter]));
          return characters.join('');
        }, text),
      ),
  );

const field = (spec: string): RandomKind => ({ names: '', kindMarkers: '', spec });
const onKind = (kindMarkers: string): RandomKind => ({ names: '', kindMarkers, spec: plainSpec });
const plainSpec =
  'replicas: Int32 = 1; name?: string; on?: boolean; labels?: Record<string, string>; any?: Json; list?: string[]; ratio?: Double; inner?: { a?: string };';

const formatted = fc
  .constantFrom(...formatTexts)
  .chain(([format, valid, wrong]) => near(...valid, ...wrong).map((text) => [format, text] as const))
  .map(([format, text]) => field(`@Format('${format}') it: string = ${json(text)};`));

const wholeNumbers = ['0', '1', '-1', '2', '3', '10', '2147483647', '2147483648', '-2147483648', '-2147483649'];
const largeNumbers = ['9007199254740992', '9223372036854774784', '9223372036854775808', '-9223372036854775808', '1e19'];
const fractions = ['0.5', '-0.5', '1.5', '2.5', '0.1', '0.3', '1e-9', '1e21'];

const numbered = fc.constantFrom('Int32', 'Int64', 'Double').chain((type) => {
  const values = [...wholeNumbers, ...(type === 'Int32' ? [] : largeNumbers), ...(type === 'Double' ? fractions : [])];
  // The server converts a large bound of a double to a whole number, which each processor does in its own way.
  const bounds = type === 'Double' ? [...wholeNumbers, ...fractions.slice(0, -1)] : values;
  const bound = fc.option(fc.constantFrom(...bounds), { nil: undefined });
  const factor = fc.option(fc.constantFrom(...bounds.filter((each) => Number(each) > 0)), { nil: undefined });
  return fc
    .record({ value: fc.constantFrom(...values), minimum: bound, maximum: bound, factor, exclusive: fc.boolean() })
    .map(({ value, minimum, maximum, factor: multiple, exclusive }) =>
      field(
        [
          minimum === undefined ? '' : `@Minimum(${minimum})${exclusive ? ' @ExclusiveMinimum()' : ''}`,
          maximum === undefined ? '' : `@Maximum(${maximum})${exclusive ? ' @ExclusiveMaximum()' : ''}`,
          multiple === undefined ? '' : `@MultipleOf(${multiple})`,
          `it: ${type} = ${value};`,
        ].join(' '),
      ),
    );
});

const anyText = fc.constantFrom('', 'a', 'A b', 'a/b', '..', '漢', 'x'.repeat(300));
const scalar = fc.oneof(anyText, fc.constantFrom(0, 1, -1, 1.5, 1e19, true, null));
const label = near('team', 'example.com/team', 'a'.repeat(63), 'A_b.c-d', '');

const metadata = fc.record(
  {
    name: fc.oneof(near('a', 'a.b', '.'), scalar),
    generateName: fc.oneof(near('a-'), scalar),
    namespace: fc.oneof(near('default'), scalar),
    labels: fc.oneof(fc.dictionary(label.filter(isKey), label, { maxKeys: 2 }), scalar),
    annotations: fc.oneof(fc.dictionary(label.filter(isKey), anyText, { maxKeys: 2 }), scalar),
    finalizers: fc.oneof(
      fc.array(fc.oneof(label, fc.constantFrom('orphan', 'foregroundDeletion')), { maxLength: 3 }),
      scalar,
    ),
    generation: scalar,
    creationTimestamp: fc.oneof(near('2026-01-01T00:00:00Z', '2026-01-01T00:00:00.5+01:00'), scalar),
    deletionGracePeriodSeconds: scalar,
    ownerReferences: fc.oneof(
      fc.array(
        fc.record(
          {
            apiVersion: fc.constantFrom<unknown>('v1', 'apps/v1', 'a/b/c', '', 1),
            kind: fc.constantFrom<unknown>('Pod', 'Event', ''),
            name: fc.constantFrom<unknown>('a', '', null),
            uid: fc.constantFrom<unknown>('b', '', 1),
            controller: fc.constantFrom<unknown>(true, false, null, 'x'),
          },
          { requiredKeys: ['kind', 'name'] },
        ),
        { maxLength: 2 },
      ),
      scalar,
    ),
    unknown: scalar,
  },
  { requiredKeys: [] },
);

function isKey(text: string): boolean {
  return text !== '__proto__';
}

const embedded = fc
  .record(
    {
      apiVersion: fc.oneof(near('v1', 'apps/v1', 'a/b/c', '/'), scalar),
      kind: fc.oneof(near('Pod', 'a-b', '1'), scalar),
      metadata: fc.oneof(metadata, scalar),
      spec: scalar,
    },
    { requiredKeys: ['apiVersion', 'kind'] },
  )
  .chain((object) =>
    fc.constantFrom(
      `@EmbeddedResource() it: RawExtension = ${json(object)} as never;`,
      `@Items(EmbeddedResource()) it: RawExtension[] = [${json(object)}] as never;`,
      `@EmbeddedResource() it: { kind: string; metadata?: { name?: string } } = ${json(object)} as never;`,
    ),
  )
  .map(field);

const texts = fc
  .record({
    value: near('abc', '', 'example'),
    least: fc.option(fc.nat(5), { nil: undefined }),
    most: fc.option(fc.nat(5), { nil: undefined }),
    pattern: fc.option(fc.constantFrom('^a', 'c$', '^[a-z]*$', '(?i)^A', '^.{2}$', '\\\\d'), { nil: undefined }),
  })
  .map(({ value, least, most, pattern }) =>
    field(
      `${least === undefined ? '' : `@MinLength(${least}) `}${most === undefined ? '' : `@MaxLength(${most}) `}${pattern === undefined ? '' : `@Pattern('${pattern}') `}it: string = ${json(value)};`,
    ),
  );

const listed = fc
  .record({
    marker: fc.constantFrom('', "@ListType('set') ", "@ListType('atomic') ", '@MinItems(2) ', '@MaxItems(1) '),
    type: fc.constantFrom('string[]', 'Int32[]', 'Json[]', 'IntOrString[]', '(string | null)[]', "('a' | 'b')[]"),
    value: fc.array(fc.constantFrom<unknown>('a', 'b', 1, 1.5, null, {}, []), { maxLength: 3 }),
  })
  .map(({ marker, type, value }) => field(`${marker}it: ${type} = ${json(value)} as never;`));

const nested = fc
  .record({
    type: fc.constantFrom(
      '{ a: string; b?: Int32 }',
      'Record<string, Int32>',
      '{ a?: { b: string } | null }',
      '{ a: string }[]',
      "{ type: 'a'; a: string } | { type: 'b'; b: Int32 }",
    ),
    value: fc.constantFrom<unknown>(
      ...[{}, { a: 'x' }, { a: 1 }, { a: null }, { a: 'x', c: 1 }, { b: 1 }, [{ a: 'x' }], [{}], [{ a: 'x', b: 'y' }]],
      ...[{ type: 'a', a: 'x' }, { type: 'b', b: 1 }, { type: 'c' }, { a: { b: 'x' } }, { a: {} }, null, 'x'],
    ),
  })
  .map(({ type, value }) => field(`it: ${type} = ${json(value)} as never;`));

const paths = near(
  ...[
    '.spec.replicas',
    '.spec.name',
    '.status.replicas',
    '.spec.labels.team',
    '.spec.any.a',
    '.spec.list',
    '.metadata.name',
  ],
  ...[
    '.spec.list[0]',
    '.spec.inner.a',
    '.spec.ratio',
    '.spec.on',
    '.apiVersion',
    '.',
    '',
    'spec.replicas',
    ".spec['name']",
  ],
);

const columns = fc
  .record({
    name: near('Age', ''),
    type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'date'),
    format: fc.option(near('int32', 'date-time', 'byte', ''), { nil: undefined }),
    priority: fc.option(fc.constantFrom(0, 1, -1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 2 ** 53 - 1), {
      nil: undefined,
    }),
    jsonPath: paths,
    description: fc.option(anyText, { nil: undefined }),
  })
  .map((column) => onKind(`@PrintColumn(${json(column)})`));

const selected = fc
  .array(paths, { minLength: 1, maxLength: 10 })
  .map((all) => onKind(all.map((each) => `@SelectableField(${json(each)})`).join(' ')));

const versions = fc
  .record({
    fields: fc.subarray(['.spec.name', '.spec.replicas', '.spec.on']),
    second: fc.constantFrom('', 'more?: string;'),
  })
  .map(({ fields, second }) => ({ ...onKind(fields.map((each) => `@SelectableField('${each}')`).join(' ')), second }));

const scaled = fc
  .record(
    { specReplicasPath: paths, statusReplicasPath: paths, labelSelectorPath: paths },
    { requiredKeys: ['specReplicasPath', 'statusReplicasPath'] },
  )
  .map((scale) => onKind(`@ScaleSubresource(${json(scale)})`));

const described = fc
  .record(
    {
      labels: fc.dictionary(label.filter(isKey), label, { maxKeys: 3 }),
      annotations: fc.dictionary(label.filter(isKey), fc.oneof(anyText, fc.constant('x'.repeat(200_000))), {
        maxKeys: 3,
      }),
    },
    { requiredKeys: [] },
  )
  // One that says nothing is an error of the marker.
  .filter((each) => Object.values(each).some((part) => Object.keys(part).length > 0))
  .map((each) => onKind(`@Metadata(${json(each)})`));

const deprecated = near('Use v2.', 'Use v2 – “soon”, ü 漢字 😀', '', 'x'.repeat(256), 'ü'.repeat(128)).map((text) =>
  onKind(`@DeprecatedVersion(${json(text)})`),
);

const name = near('t', 'thing', 'all', 'a-1', 'a'.repeat(63));
const named = fc
  .record(
    { singular: name, shortNames: fc.array(name, { maxLength: 3 }), categories: fc.array(name, { maxLength: 3 }) },
    { requiredKeys: [] },
  )
  .map((names) => ({ names: json(names).slice(1, -1), kindMarkers: '', spec: plainSpec }));

export const randomKinds: fc.Arbitrary<RandomKind> = fc.oneof(
  ...[formatted, formatted, numbered, numbered, embedded, embedded, texts, listed, nested],
  ...[columns, selected, versions, scaled, described, deprecated, named],
);

/** Returns sources with all of some kinds, each in a separate group: `Thing0` in `r0.example.com` and so on. */
export function sourcesOfKinds(kinds: readonly RandomKind[], imports: string): Record<string, string> {
  const version = (number: number): string =>
    kinds
      .flatMap(({ names, kindMarkers, spec, second }, index) =>
        number === 2 && second === undefined
          ? []
          : [
              `export class Spec${index} { ${spec} ${number === 2 ? second : ''} }
export class Status${index} { replicas?: Int32 }
${kindMarkers} ${number === 1 ? '@StorageVersion()' : ''}
@Resource({ group: 'r${index}.example.com', version: 'v${number}' }, { plural: 'things', ${names} })
export class Thing${index} extends CustomResource { spec!: Spec${index}; status?: Status${index} }`,
            ],
      )
      .join('\n');
  return { 'src/v1.ts': `${imports}\n${version(1)}`, 'src/v2.ts': `${imports}\n${version(2)}` };
}
