import { describe, expect, it } from 'vitest';
import type { Argument } from '../../../src/language/markers/argument.js';
import { tagName, type Marker } from '../../../src/language/markers/marker.js';
import { schemaKeywords } from '../../../src/language/markers/schema-keywords.js';
import { markers } from '../../../src/language/markers/registry.js';
import { analyzeSources, codes, kindSource, specSchema } from '../../support/generate.js';
import { markerCases } from '../../support/marker-cases.js';

/** Arguments of a marker that are wrong in one place, which `here` stands before, and the code that says so. */
interface Misuse {
  readonly text: string;
  readonly code: string;
}

const here = '\u0001';
const path = 'src/api/v1/thing.types.ts';
const resourceLine = "@Resource({ group: 'example.com', version: 'v1' }, { plural: 'things' })";
const before = 'let later: any = 1;\ndeclare function computed(): any;';

/** A value that an argument takes, as text. */
function valid(argument: Argument): string {
  switch (argument.type) {
    case 'number':
    case 'json':
      return '1';
    case 'string':
    case 'pattern':
      return "'a'";
    case 'boolean':
    case 'true':
      return 'true';
    case 'schema':
      return '{ maxLength: 1 }';
    case 'choice':
      return `'${argument.values[0]}'`;
    case 'list':
      return `[${valid(argument.of)}]`;
    case 'record':
      return `{ a: ${valid(argument.of)} }`;
    case 'kind':
      return "defineResource({ group: 'example.com', plural: 'others' })";
    case 'markers':
      return "Title('a')";
    case 'object':
      return objectText(argument);
  }
}

/** An object with its required keys, and one of them, or another, as given. */
function objectText(argument: Argument & { type: 'object' }, key = '', value = ''): string {
  const keys = Object.keys(argument.fields).filter((each) => each === key || !argument.fields[each]!.optional);
  const text = (each: string): string => (each === key ? value : valid(argument.fields[each]!.argument));
  return `{ ${keys.map((each) => `${keyText(each)}: ${text(each)}`).join(', ')} }`;
}

function keyText(key: string): string {
  return /^\w+$/.test(key) ? key : `'${key}'`;
}

/** Everything that an argument must not be, at every depth. */
function misuses(argument: Argument): readonly Misuse[] {
  const types = wrongTypes(argument).map((text) => ({ text: `${here}${text}`, code: 'argument-type' }));
  const code = ['object', 'list', 'record', 'markers', 'kind', 'schema'].includes(argument.type)
    ? 'argument-type'
    : 'not-a-literal';
  const computed = ['computed()', 'later', '`${later}`', '...later', 'missing.name', '1 + computed()', 'async () => 1']
    .map((text) => ({ text: `${here}${text}`, code }))
    // In an object, a spread is another thing.
    .filter(({ text }) => argument.type !== 'markers' || !text.includes('...'));
  return [...types, ...computed, ...inner(argument)];
}

function wrongTypes(argument: Argument): readonly string[] {
  switch (argument.type) {
    case 'number':
      return [
        "'1'",
        'true',
        'null',
        '[]',
        '{}',
        ...(argument.integer ? ['1.5', '9007199254740992'] : []),
        ...(argument.minimum === undefined ? [] : ['-1']),
      ];
    case 'string':
      return ['1', 'false', 'null', "['a']", '{}'];
    case 'true':
      return ['0', 'false', "'true'", 'null'];
    case 'schema':
      return ['1', "'a'", 'null', '[]', 'false', ...(argument.orTrue ? [] : ['true'])];
    case 'boolean':
      return ['0', "'true'", 'null', '[]'];
    case 'pattern':
      return ['1', 'null', '/a/g', '/a/i'];
    case 'choice':
      return ["'no such'", "''", argument.orCount ? '-1' : '1', 'null', `['${argument.values[0]}']`];
    case 'list':
    case 'object':
    case 'record':
      return ['1', "'a'", 'null', argument.type === 'list' ? '{}' : '[]'];
    case 'kind':
      return ['1', "'a'", '{}', 'null', 'MaxLength', 'defineResource()', "defineResource({ group: 'a' })"];
    case 'markers':
      return ['1', "'a'", '{}', 'MaxLength', 'NoMarker(1)'];
    case 'json':
      return [];
  }
}

function inner(argument: Argument): readonly Misuse[] {
  const unreadable = [
    `{ ${here}...Math }`,
    `{ ${here}[String('a')]: 1 }`,
    `{ ${here}a() {} }`,
    `{ ${here}get a() { return 1 } }`,
  ];
  switch (argument.type) {
    case 'list':
      return misuses(argument.of).map(({ text, code }) => ({ text: `[${text}]`, code }));
    case 'record':
      return [
        ...misuses(argument.of)
          .filter(({ text }) => !text.includes('...'))
          .map(({ text, code }) => ({ text: `{ a: ${text} }`, code })),
        ...unreadable.map((text) => ({ text, code: 'not-a-literal' })),
        { text: `{ a: ${valid(argument.of)}, ${here}a: ${valid(argument.of)} }`, code: 'duplicate-key' },
      ];
    case 'json':
      return [
        ...unreadable.map((text) => ({ text, code: 'not-a-literal' })),
        { text: `{ a: 1, ${here}a: 2 }`, code: 'duplicate-key' },
        { text: `[${here}9007199254740993]`, code: 'inexact-number' },
        { text: `-${here}1e400`, code: 'inexact-number' },
      ];
    case 'object':
      return [...unreadable.map((text) => ({ text, code: 'not-a-literal' })), ...objectMisuses(argument)];
    case 'schema':
      return misusesOfSchema(unreadable);
    default:
      return [];
  }
}

/** One keyword of each type of argument, except those with schemas, which would not end. */
function misusesOfSchema(unreadable: readonly string[]): readonly Misuse[] {
  const names = ['maxLength', 'required', 'pattern', 'externalDocs', 'nullable', 'x-kubernetes-int-or-string'];
  const fields = Object.fromEntries(names.map((name) => [name, schemaKeywords[name]!]));
  const nested = ['items: { type: 1 }', "properties: { a: { type: 'text' } }", 'anyOf: [{ not: { pattern: 1 } }]'].map(
    (text) => ({ text: `{ ${text.replace(/(?<=type: |pattern: )/, here)} }`, code: 'argument-type' }),
  );
  return [
    ...unreadable.map((text) => ({ text, code: 'not-a-literal' })),
    ...objectMisuses({ type: 'object', fields }),
    ...nested,
    { text: `{ anyOf: [{ ${here}additionalProps: {} }] }`, code: 'unknown-argument' },
  ];
}

function* objectMisuses(argument: Argument & { type: 'object' }): Generator<Misuse> {
  const complete = objectText(argument);
  for (const [key, { argument: of, optional }] of Object.entries(argument.fields)) {
    for (const { text, code } of misuses(of)) {
      if (!text.includes('...')) yield { text: objectText(argument, key, text), code };
    }
    const open = objectText(argument, key, valid(of)).slice(0, -1).trimEnd();
    const twice = `${open}, ${here}${keyText(key)}: ${valid(of)} }`;
    yield { text: twice, code: 'duplicate-key' };
    if (optional) continue;
    const others = {
      ...argument,
      fields: Object.fromEntries(Object.entries(argument.fields).filter(([k]) => k !== key)),
    };
    yield { text: `${here}${objectText(others)}`, code: 'missing-argument' };
  }
  const rest = complete === '{  }' ? '' : `, ${complete.slice(2)}`;
  for (const key of ['__proto__', 'toString', "''", 'nosuch', "['nosuch']"]) {
    yield { text: `{ ${here}${key}: 1${rest === '' ? ' }' : rest}`, code: 'unknown-argument' };
  }
}

/** Everything that may be wrong with the arguments of a marker. */
function allMisuses({ parameters }: Marker): readonly Misuse[] {
  const required = parameters.map(({ argument }) => valid(argument));
  const found = parameters.flatMap(({ argument }, index) =>
    misuses(argument).map(({ text, code }) => ({ text: required.with(index, text).join(', '), code })),
  );
  const last = parameters.at(-1);
  if (!last?.rest) found.push({ text: [...required, `${here}1`].join(', '), code: 'too-many-arguments' });
  if (last !== undefined && !last.optional && (!last.rest || last.argument.type === 'markers')) {
    found.push({ text: required.slice(0, -1).join(', '), code: 'missing-argument' });
  }
  return found;
}

interface Written {
  readonly text: string;
  /** Offset of the problem in the text. */
  readonly at: number;
}

/** A marker with its arguments, as a decorator: the problem is where it is, or else at the marker. */
function decorator({ name }: Marker, { text }: Misuse): Written {
  const at = text.indexOf(here);
  return { text: `@${name}(${text.replace(here, '')})`, at: at < 0 ? 0 : at + name.length + 2 };
}

/** The same as a tag, whose problems are all where the tag is. */
function tag(marker: Marker, { text }: Misuse): Written {
  const inTag = text.replace(here, '').replaceAll(/\bTitle\(/g, 'title(');
  return { text: `/** @${tagName(marker)} ${inTag} */`, at: 4 };
}

const fieldOf = new Map(markerCases.map(({ name, field }) => [name, field]));

/** All misuses of a marker for fields in one class, one field for each. */
function onFields(
  marker: Marker,
  cases: readonly Written[],
): { readonly found: string[]; readonly places: number[][] } {
  const spec = cases.map(({ text }, index) => `${text} it${index}!: ${fieldOf.get(marker.name)};`).join('\n');
  const first = specSchema('it!: number;', before).diagnostics[0]!.position!.line;
  return {
    found: codes(analyzeSources(kindSource({ spec, before })).diagnostics),
    places: cases.map(({ at }, index) => [first + index, at + 1]),
  };
}

/** All misuses of a marker of kinds, one kind in a file of its own for each. */
function onKinds(
  marker: Marker,
  cases: readonly Written[],
): { readonly found: string[][]; readonly places: number[][] } {
  const isResource = marker.name === 'Resource';
  const replaced = isResource ? resourceLine : '/** here */';
  const template = kindSource({ kindMarkers: isResource ? '' : replaced, before })[path]!;
  const files = cases.map(({ text }, index) => {
    // Kinds and plurals of their own, or they would be versions of one.
    const source = template.split(replaced).map((part) => part.replaceAll(/\b([Tt]hing)/g, `$1${index}`));
    return { path: path.replace('thing', `thing${index}`), source: source.join(text), start: source[0]!.length };
  });
  const { diagnostics } = analyzeSources(Object.fromEntries(files.map((each) => [each.path, each.source])));
  const found = files.map((each) => codes(diagnostics.filter(({ position }) => position?.file === each.path)));
  expect(found.flat()).toHaveLength(diagnostics.length);
  return {
    found,
    places: files.map(({ source, start }, index) => {
      const lines = source.slice(0, start + cases[index]!.at).split('\n');
      return [lines.length, lines.at(-1)!.length + 1];
    }),
  };
}

const forms = [
  ['a decorator', decorator],
  ['a tag', tag],
] as const;

describe.each(forms)('invalid arguments of a marker as %s are reported once, at their position', (_, write) => {
  it.each(markers.map((marker) => [marker.name, marker] as const))('@%s', (_name, marker) => {
    const cases = allMisuses(marker);
    expect(cases.length).toBeGreaterThan(0);
    const written = cases.map((each) => write(marker, each));
    if (marker.on === 'schema') {
      const { found, places } = onFields(marker, written);
      expect(found).toEqual(cases.map(({ code }, index) => `${code} ${places[index]!.join(':')}`));
      return;
    }
    const { found, places } = onKinds(marker, written);
    const told = cases.map(({ code }, index) => [written[index]!.text, `${code} ${places[index]!.join(':')}`]);
    expect(found.map((each, index) => [written[index]!.text, ...each])).toEqual(told);
  });
});

describe('an argument', () => {
  const keyed = markers.flatMap((marker) =>
    marker.parameters.flatMap(({ argument }, index) =>
      argument.type === 'object' ? Object.keys(argument.fields).map((key) => ({ marker, index, argument, key })) : [],
    ),
  );
  it.each(keyed)('$key of @$marker.name is suggested for a misspelled key', ({ marker, index, argument, key }) => {
    const near = `${key.slice(0, -2)}${key.at(-1)}${key.at(-2)}`;
    if (near === key || near in argument.fields) return;
    const all = marker.parameters.map((each) => valid(each.argument));
    const text = all.with(index, `{ ${here}${near}: 1, ${valid(argument).slice(2)}`).join(', ');
    const { text: written } = decorator(marker, { text, code: '' });
    const isResource = marker.name === 'Resource';
    const source = kindSource({
      kindMarkers: isResource || marker.on === 'schema' ? '' : written,
      spec: marker.on === 'schema' ? `${written} it!: ${fieldOf.get(marker.name)};` : '',
    })[path]!;
    const { diagnostics } = analyzeSources({ [path]: isResource ? source.replace(resourceLine, written) : source });
    expect(diagnostics.map(({ code, help }) => [code, help])).toEqual([['unknown-argument', `did you mean ${key}?`]]);
  });

  it.each([
    ['a constant', '@Minimum(least) it!: Int32;', 'const least = 3;'],
    [
      'a constant of a constant',
      '@Minimum(least) it!: Int32;',
      'const all = { three: 3 } as const; const least = all.three;',
    ],
    ['a member of an enum that is counted', '@Minimum(Least.Three) it!: Int32;', 'enum Least { Two = 2, Three }'],
    [
      'a member of an enum that is computed',
      '@Minimum(Least.Three) it!: Int32;',
      'enum Least { Two = 2, Three = Two + 1 }',
    ],
    ['in hexadecimal', '@Minimum(0x3) it!: Int32;', ''],
    ['in parentheses', '@Minimum((3 as number)!) it!: Int32;', ''],
  ])('may be %s', (_name, spec, text) => {
    const { spec: schema, diagnostics } = specSchema(spec, text);
    expect(diagnostics).toEqual([]);
    expect(schema['properties'].it.minimum).toBe(3);
  });

  it('may be a key alone', () => {
    const { spec, diagnostics } = specSchema('@XValidation({ rule }) it!: string;', "const rule = 'self != oldSelf';");
    expect(diagnostics).toEqual([]);
    expect(spec['properties'].it['x-kubernetes-validations']).toEqual([{ rule: 'self != oldSelf' }]);
  });

  it.each([
    ["[...reads, 'create']", ['get', 'list', 'create']],
    ['[...both, ...reads]', ['get', 'list', 'watch', 'get', 'list']],
    ['[...all.some]', ['patch']],
    ['[]', []],
  ])('may spread constant lists: %s', (list, expected) => {
    const text =
      "const reads = ['get', 'list'] as const; const both = [...reads, 'watch']; const all = { some: ['patch'] };";
    const { spec, diagnostics } = specSchema(`@Default(${list}) it!: string[];`, text);
    expect(diagnostics).toEqual([]);
    expect(spec['properties'].it.default).toEqual(expected);
  });

  it.each([
    ['{ ...base }', { a: 1, b: 2 }],
    ['{ ...base, b: 3 }', { a: 1, b: 3 }],
    ['{ b: 3, ...base }', { b: 2, a: 1 }],
    ['{ ...more, ...all.some }', { b: 2, a: 4, c: [5] }],
    ['{ inner: { ...base, a: 0 } }', { inner: { b: 2, a: 0 } }],
  ])('may spread constant objects: %s', (object, expected) => {
    const text =
      'const base = { a: 1, b: 2 } as const; const more = { ...base, c: [5] }; const all = { some: { a: 4 } };';
    const { spec, diagnostics } = specSchema(`@Default(${object}) it!: Json;`, text);
    expect(diagnostics).toEqual([]);
    expect(spec['properties'].it.default).toEqual(expected);
  });

  it('may spread constant objects in options', () => {
    const text = "const common = { rule: 'self.size() > 1', message: 'too short' };";
    const { spec, diagnostics } = specSchema("@XValidation({ ...common, message: 'long' }) it!: string;", text);
    expect(diagnostics).toEqual([]);
    expect(spec['properties'].it['x-kubernetes-validations']).toEqual([{ rule: 'self.size() > 1', message: 'long' }]);
  });

  it.each([
    ['{ ...base, ...unknown() }', 'declare function unknown(): object;'],
    ['{ ...base }', 'let base = { a: 1 };'],
  ])('cannot spread what is known at run time only: %s', (object, text) => {
    const { diagnostics } = specSchema(`@Default(${object}) it!: Json;`, `const other = { a: 1 }; ${text}`);
    expect(diagnostics.map(({ code }) => code)).toContain('not-a-literal');
  });

  it.each([
    ['const a: Json = { ...a };', 'a'],
    ['const a: Json = { b: 1, ...b }; const b: Json = { ...a };', 'a'],
    ['const a: Json = [...a];', 'a'],
    ['const a = [...b]; const b = [...a];', 'a'],
    ['const a: Json = [a];', 'a'],
    ['const a: Json = { b: [a] };', 'a'],
    ['const a = b; const b = a;', 'a'],
  ])('that is a part of itself is told: %s', (text, name) => {
    expect(specSchema(`@Default(${name}) it!: Json;`, text).diagnostics.map(({ code }) => code)).toEqual([
      'not-a-literal',
    ]);
  });

  it.each([
    ['as a list in a list', "'a'", ''],
    ['as a spread', "'a'", '...'],
    ['as a spread of nothing', '', '...'],
  ])('that doubles at each step %s is reported, and not expanded', (_, first, dots) => {
    const steps = Array.from({ length: 60 }, (__, i) => `const c${i + 1}: Json = [${dots}c${i}, ${dots}c${i}];`);
    const text = `const c0: Json = [${first}];${steps.join('')}`;
    expect(specSchema('@Default(c60) it!: Json;', text).diagnostics.map(({ code }) => code)).toEqual([
      'value-too-large',
    ]);
  });

  it('that spreads an object twice at each step is reported, and not expanded', () => {
    const steps = Array.from({ length: 60 }, (__, i) => `const c${i + 1}: Json = { ...c${i}, ...c${i} };`);
    const { diagnostics } = specSchema('@Default(c60) it!: Json;', `const c0: Json = { a: 1 };${steps.join('')}`);
    expect(diagnostics).toHaveLength(1);
  });
});

describe('a computed number', () => {
  it.each([
    ['60 * 60', 3600],
    ['10 - 4', 6],
    ['1 + 2', 3],
    ['60 / 2', 30],
    ['2 ** 10', 1024],
    ['2 ** (5 - 2) * 3', 24],
  ])('%s is read', (text, minimum) => {
    const { spec, diagnostics } = specSchema(`  @Minimum(${text})\n  it!: Int32;`);
    expect(codes(diagnostics)).toEqual([]);
    expect(spec['properties'].it.minimum).toBe(minimum);
  });

  it.each(['1 / 0', '0 / 0', '10 ** 400', '5 % 3'])('%s is refused', (text) => {
    const { diagnostics } = specSchema(`  @Minimum(${text})\n  it!: Int32;`);
    expect(codes(diagnostics)).toEqual([expect.stringMatching(/^not-a-literal /)]);
  });
});
