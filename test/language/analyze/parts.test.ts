import { expect, it } from 'vitest';
import { analyze } from '../../../src/language/analyze/analyze.js';
import { keepParts, originsOfParts, unchangedParts } from '../../../src/language/analyze/parts.js';
import type { Source } from '../../../src/language/analyze/sources.js';
import { disk } from '../../../src/base/io/disk.js';
import { runtimeDeclarations } from '../../../src/base/io/runtime-declarations.js';

const kind = (name: string, spec: string, more = ''): string => `
import { CustomResource, Resource, type Int32 } from '@operator-gen/runtime/api';
${more}
export class ${name}Spec {
  ${spec}
}
@Resource({ group: 'example.com', version: 'v1' }, { plural: '${name.toLowerCase()}s' })
export class ${name} extends CustomResource {
  spec!: ${name}Spec;
}
`;

const sourcesOf = (files: Readonly<Record<string, string>>): Source[] =>
  Object.entries(files).map(([name, text]) => ({ path: `/project/src/${name}`, text }));

const files = {
  'one.ts': kind('One', 'size!: Int32;'),
  'two.ts': kind('Two', 'part?: Part;', "import type { Part } from './part.js';"),
  'part.ts': "import type { Name } from './name.js';\nexport class Part {\n  name!: Name;\n}\n",
  'name.ts': 'export type Name = string;\n',
};

const analyzed = (sources: readonly Source[], known = {}) =>
  analyze({ root: '/project', runtime: runtimeDeclarations(), sources, ...disk, ...known });

it('tells the files whose part nothing has changed that they import', () => {
  const sources = sourcesOf(files);
  const kept = keepParts(analyzed(sources).parts!, sources, 'epoch');
  const knownAfter = (change: Partial<typeof files>): string[] =>
    [...unchangedParts(kept, sourcesOf({ ...files, ...change })).keys()].map((path) => path.slice(13));
  expect(knownAfter({})).toEqual(['name.ts', 'one.ts', 'part.ts', 'two.ts']);
  expect(knownAfter({ 'one.ts': kind('One', '') })).toEqual(['name.ts', 'part.ts', 'two.ts']);
  expect(knownAfter({ 'name.ts': 'export type Name = Int;' })).toEqual(['one.ts']);
});

it('tells by a text for each file whether something has changed that its kinds depend on', () => {
  const originsAfter = (change: Partial<typeof files>, epoch = 'epoch'): readonly string[] => {
    const sources = sourcesOf({ ...files, ...change });
    const origins = originsOfParts(keepParts(analyzed(sources).parts!, sources, epoch), sources);
    return ['one.ts', 'two.ts'].map((name) => origins.get(`/project/src/${name}`)!);
  };
  const [one, two] = originsAfter({});
  expect(originsAfter({ 'name.ts': `${files['name.ts']}// More.` })).toEqual([one, expect.not.stringMatching(two!)]);
  expect(originsAfter({ 'one.ts': kind('One', '') })).toEqual([expect.not.stringMatching(one!), two]);
  expect(originsAfter({}, 'other').filter((each) => each === one || each === two)).toEqual([]);
  const adding = sourcesOf({ ...files, 'more.ts': "export {};\ndeclare module './one.js' { interface Any {} }\n" });
  expect(originsOfParts(keepParts(analyzed(adding).parts ?? new Map(), adding, 'epoch'), adding)).toEqual(new Map());
});

it('takes what is known for what a file says, and reads the others', () => {
  const sources = sourcesOf(files);
  const whole = analyzed(sources);
  const known = new Map([...whole.parts!].filter(([path]) => path.endsWith('/one.ts')));
  expect(analyzed(sources, { known })).toEqual(whole);
  const [[path, part]] = [...known] as [[string, NonNullable<ReturnType<typeof known.get>>]];
  const silent = new Map([[path, { ...part, declared: [] }]]);
  expect(analyzed(sources, { known: silent }).model.kinds.map((each) => each.kind)).toEqual(['Two']);
});

it.each([
  ['a problem', 'one.ts', kind('One', 'size!: number;')],
  ['a file whose declarations are everywhere', 'name.ts', 'type Everywhere = string;\n'],
  [
    'a declaration that is made for all files',
    'name.ts',
    'export type Name = string;\ndeclare global { type A = string }\n',
  ],
])('cannot tell the files from each other where there is %s', (_, name, text) => {
  const { parts } = analyzed(sourcesOf({ ...files, 'two.ts': kind('Two', '', "import './name.js';"), [name]: text }));
  expect(parts).toBeUndefined();
});
