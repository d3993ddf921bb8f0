import { beforeAll, describe, expect, it } from 'vitest';
import { loadMarkers, markers } from '../../../src/language/markers/registry.js';
import { compilers, linesWithErrors } from '../../support/compile-lines.js';
import { markerCases } from '../../support/marker-cases.js';
import { misfitTypes } from '../../support/misfit-types.js';

await loadMarkers();

/** What a fixture alone does not say: other types that fit, arguments that do not, markers in markers. */
const members = {
  accepted: [
    '@Minimum(1) a?: Int64 | null;',
    '@Minimum(1) a?: Integer;',
    "@Format('float') a?: JsonNumber;",
    '@Minimum(0.5) a!: Double;',
    "@MinLength(1) a!: 'x' | 'y';",
    '@Pattern(/x/) a!: Quantity;',
    '@MaxItems(1) a?: readonly string[];',
    "@ListType('map') @ListMapKey('type') a?: Condition[];",
    '@Default(1) a!: Int32;',
    '@Default({}) a!: { b: Int32 };',
    '@MaxProperties(2) a?: RawExtension;',
    '@MaxProperties(2) a?: Condition | null;',
    "@MinProperties(2) a!: { type: 'a' } | { type: 'b'; b: Int32 };",
    '@MinProperties(1) a!: Readonly<Record<string, Json>>;',
    '@Items(Minimum(1), Title("Port")) a!: Int32[];',
    '@Items(Items(Pattern(/x/)), MaxItems(1)) a?: string[][];',
    "@Items(Values(MaxLength(1)), StructType('atomic')) a!: Record<string, string>[];",
    '@Values(Items(Minimum(1)), MinItems(1)) a?: Record<string, Int32[]> | null;',
    '@Keys(Pattern(/x/)) @Values(Minimum(1)) a!: Record<string, Int32>;',
    "@Rbac({ groups: ['apps'], resources: ['deployments'], verbs: ['get'] }) reconcile() {}",
  ],
  refused: [
    '@Minimum("1") a!: Int32;',
    '@Minimum() a!: Int32;',
    '@Title("A default for which the compiler misses a field") a: { b: Int32 } = {};',
    '@Minimum(1, 2) a!: Int32;',
    '@Minimum a!: Int32;',
    '@Minimum(1) reconcile() {}',
    "@ListType('bag') a!: string[];",
    '@ListMapKey(1) a!: { a: string }[];',
    "@XValidation({ message: 'x' }) a!: string;",
    "@XValidation({ rule: 'true', reason: 'Because' }) a!: string;",
    "@ExternalDocs({ address: 'https://example.com' }) a!: string;",
    '@Items(Minimum(1)) a!: string[];',
    '@Items(MaxItems(1)) a!: string[];',
    '@Items(Items(Minimum(1))) a!: string[][];',
    '@Items(MaxLength(1), Minimum(1)) a!: string[];',
    '@Items(MaxLength) a!: string[];',
    '@Items(1) a!: string[];',
    '@Items(StatusSubresource()) a!: string[];',
    '@Values(Minimum(1)) a!: Record<string, string>;',
    '@Values(Items(MaxLength(1))) a!: Record<string, string>;',
    '@Keys(Minimum(1)) a!: Record<string, Int32>;',
    '@Keys(MaxItems(1)) a!: Record<string, string[]>;',
    "@Rbac({ verbs: ['get'] }) a!: string;",
  ],
};

/** Misfits that compile, and why: they are left to the generator. */
const unseen = [
  {
    field: '{ a?: string }',
    markers: ['Keys', 'Values'],
    reason: 'an object type is a record of what its fields hold',
  },
  { field: 'RawExtension', markers: ['Keys'], reason: 'it is written as a record of any JSON' },
];

const onFields = markerCases.filter(({ schema }) => schema !== undefined);
const onKinds = markerCases.filter(({ crd }) => crd !== undefined);

const fitting = onFields.map(
  ({ name, arguments: text, beside, field }) =>
    `${beside === undefined ? '' : `@${beside} `}@${name}(${text}) a?: ${field};`,
);
const misfits = onFields.flatMap(({ name, arguments: text }) => {
  const marker = markers.find((each) => each.name === name);
  const types = marker?.on === 'schema' ? misfitTypes[marker.target] : [];
  return types.map((field) => ({
    line: `@${name}(${text}) a?: ${field};`,
    unseen: unseen.some((each) => each.field === field && each.markers.includes(name)),
  }));
});
const inClass = (member: string, index: number): string => `export class Members${index} { ${member} }`;
const kinds = onKinds.map(
  ({ name, arguments: text }, index) => `@${name}(${text}) export class Kind${index} extends CustomResource {}`,
);

const describesClass = (name: string): boolean => {
  const marker = markers.find((each) => each.name === name);
  return marker?.on === 'schema' && (marker.target === 'any' || marker.target === 'object');
};
const classes = onFields.map(({ name, arguments: text }, index) => ({
  line: `@${name}(${text}) export class Type${index} { a?: string; b?: string }`,
  fits: describesClass(name),
}));

const accepted = [
  ...[...members.accepted, ...fitting].map(inClass),
  ...classes.filter(({ fits }) => fits).map(({ line }) => line),
  ...kinds,
];
const refused = [
  ...[
    ...members.refused,
    ...misfits.filter((each) => !each.unseen).map(({ line }) => line),
    ...onKinds.map(({ name, arguments: text }) => `@${name}(${text}) a?: string;`),
  ].map((line, index) => inClass(line, index + accepted.length)),
  ...classes.filter(({ fits }) => !fits).map(({ line }) => line),
  ...onKinds.map(({ name, arguments: text }, index) => `@${name}(${text}) export class Plain${index} {}`),
];
const known = misfits.filter((each) => each.unseen).map(({ line }, index) => `export class Unseen${index} { ${line} }`);
const lines = [...accepted, ...refused, ...known];

const scalars = 'Condition Double Int32 Int64 Integer IntOrString Json JsonNumber Quantity RawExtension Time'.split(
  ' ',
);
const names = ['CustomResource', ...markers.map(({ name }) => name), ...scalars.map((name) => `type ${name}`)];
const head = `import { ${names.join(', ')} } from '@operator-gen/runtime/api';`;

describe.each(compilers)('markers for %s', (compiler) => {
  describe.each([
    ['standard', false],
    ['experimental', true],
  ] as const)('as %s decorators', (_, experimental) => {
    let wrong: ReadonlySet<string>;
    beforeAll(async () => {
      wrong = await linesWithErrors(compiler, head, lines, { experimentalDecorators: experimental });
    }, 60_000);

    it('compile where they fit', () => {
      expect(accepted.filter((line) => wrong.has(line))).toEqual([]);
    });
    it('do not compile where they do not', () => {
      expect(refused.filter((line) => !wrong.has(line))).toEqual([]);
    });
    it('compile where only the generator can know', () => {
      expect(known.filter((line) => wrong.has(line))).toEqual([]);
    });
  });
});
