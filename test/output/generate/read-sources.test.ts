import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { disk } from '../../../src/base/io/disk.js';
import { readOnce } from '../../../src/base/io/read-once.js';
import { readSources } from '../../../src/output/generate/read-sources.js';
import { codeHost, codeRoot } from '../../support/code-project.js';
import { testFolder } from '../../support/projects.js';
import { TestMemory } from '../../support/test-memory.js';

const kind = (name: string, field: string): string => `
import { CustomResource, Rbac, Resource, type Int32 } from '@operator-gen/runtime/api';
import type { PodTemplateSpec } from '@operator-gen/runtime/k8s/core/v1';
import { Port } from '../shared/port.js';
import { apiGroup } from './group.js';
export class ${name}Spec {
  ${field}
  port?: Port;
}
@Resource({ group: apiGroup, version: 'v1' }, { plural: '${name.toLowerCase()}s' })
@Rbac({ groups: [apiGroup], resources: ['${name.toLowerCase()}s'], verbs: ['get'] })
export class ${name} extends CustomResource {
  spec!: ${name}Spec;
}
`;

const port = `
import type { Name } from './name.js';
export class Port {
  /** Its name. */
  name!: Name;
}
`;

/** One edit after the other, each of which changes what the sources say in another way. */
const edits: readonly (readonly [what: string, path: string, text: string | undefined])[] = [
  ['a field of one kind', 'src/api/a.ts', kind('A', 'size!: Int32;')],
  ['a type that several kinds have', 'src/shared/port.ts', port.replace('name!', 'title!')],
  ['a constant', 'src/api/group.ts', "export const apiGroup = 'other.com';\n"],
  ['an error', 'src/api/b.ts', kind('B', 'size!: number;')],
  ['an error less', 'src/api/b.ts', kind('B', 'template?: PodTemplateSpec;')],
  ['a kind of the same name', 'src/api/c.ts', kind('A', '')],
  ['no kind of the same name', 'src/api/c.ts', kind('C', '')],
  ['a declaration file', 'src/shared/name.d.ts', 'export type Name = boolean;\n'],
  ['a file that the import looked for first', 'src/shared/name.ts', "export type Name = 'a' | 'b';\n"],
  ['a new kind', 'src/api/d.ts', kind('D', '')],
  ['a kind less', 'src/api/b.ts', undefined],
  ['a file less', 'src/shared/port.ts', undefined],
  [
    'a declaration for all files',
    'src/api/group.ts',
    "export const apiGroup = 'b.com';\ndeclare global { type Int32 = string }\n",
  ],
  ['a file less that is imported', 'src/api/group.ts', undefined],
];

it('reads of the sources what was edited, and says what reading all of them says', async () => {
  const project = testFolder({
    'src/api/a.ts': kind('A', ''),
    'src/api/b.ts': kind('B', 'template?: PodTemplateSpec;'),
    'src/api/c.ts': kind('C', 'size!: Int32;'),
    'src/api/group.ts': "export const apiGroup = 'example.com';\n",
    'src/shared/port.ts': port,
    'src/shared/name.d.ts': 'export type Name = string;\n',
  });
  const memory = new TestMemory();
  const read = async (from?: TestMemory) => {
    // Each analysis of all sources has other origins.
    const { origins: _, ...said } = await readSources(readOnce(disk), project.root, from);
    return said;
  };
  await read(memory);
  expect([...memory.kept.keys()].map((name) => name.split('-')[0])).toEqual(['parts', 'sources']);
  for (const [what, path, text] of edits) {
    if (text === undefined) rmSync(join(project.root, path));
    else project.write(path, text);
    expect(await read(memory), what).toEqual(await read());
  }
});

it('analyzes only the files that changed, and those that import them', async () => {
  const project = testFolder({
    'src/api/a.ts': kind('A', ''),
    'src/api/b.ts': kind('B', ''),
    'src/api/group.ts': "export const apiGroup = 'example.com';\n",
    'src/shared/port.ts': port,
    'src/shared/name.d.ts': 'export type Name = string;\n',
  });
  const memory = new TestMemory();
  const origins = async (): Promise<readonly (string | undefined)[]> => {
    const found = (await readSources(readOnce(disk), project.root, memory)).origins!;
    return ['a', 'b'].map((each) => found.get(join(project.root, `src/api/${each}.ts`)));
  };
  const [a, b] = await origins();
  // A file that is analyzed again with all others gets another origin.
  project.write('src/api/a.ts', kind('A', 'size!: Int32;'));
  expect(await origins()).toEqual([expect.not.stringMatching(a!), b]);
  project.write('src/shared/port.ts', port.replace('name!', 'title!'));
  expect((await origins())[1]).not.toBe(b);
});

it('refuses a file with kinds that would take the compiler a minute, and reads a long one without', async () => {
  const long = '// A comment.\n'.repeat(160_000);
  const read = (text: string) => readSources(codeHost({ 'src/a.ts': text }), codeRoot, undefined);
  await expect(read(long)).resolves.toMatchObject({ diagnostics: [] });
  await expect(read(long + kind('A', 'size!: Int32;'))).rejects.toMatchObject({
    diagnostics: [{ code: 'unsupported-file', position: { file: 'src/a.ts' } }],
  });
});
