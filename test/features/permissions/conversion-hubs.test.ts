import { describe, expect, it } from 'vitest';
import { usesOfFiles } from './support.js';

const imports = `
import { hubSpokeConverter, spokeConverter, webhookManagedBy, runOperator, type Manager } from '@operator-gen/runtime';
import type { KindHandle } from '@operator-gen/runtime/api';
import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';
import { Foo } from './foo.js';
declare const change: { convertTo(one: Deployment): Foo; convertFrom(one: Foo): Deployment };
`;

/** Returns the hubs in code whose `setUp` the entry point runs, as `line kind version`. */
async function hubsIn(code: string): Promise<readonly string[]> {
  const run =
    "import { setUp } from './hooks.js'; await runOperator({ register: { controllers: [], webhooks: [setUp] } });";
  const { hubs } = await usesOfFiles({ 'hooks.ts': `${imports}${code}`, 'main.ts': `${imports}${run}` });
  const first = imports.split('\n').length - 1;
  return hubs
    .map(({ kind, version, position: { file, line } }) => `${file}:${line - first} ${kind} ${version}`)
    .toSorted();
}

const used =
  'export async function setUp(manager: Manager) { await webhookManagedBy(manager).for(Foo).withConverter(c).complete(); }';
const hub = 'src/hooks.ts:1 Foo v1';

describe('the hub of a conversion', () => {
  it.each<[string, string, readonly string[]]>([
    ['of a converter', `const c = hubSpokeConverter(Foo);\n${used}`, [hub]],
    ['by another name', `const c = hubSpokeConverter(Hub);\n${used}\nconst Hub = Foo;`, [hub]],
    ['of a function with another name', `const make = hubSpokeConverter, c = make(Foo);\n${used}`, [hub]],
    [
      'of a spoke, by its argument of types, and of its converter',
      `const s = spokeConverter<Foo, Deployment>(Deployment, change);\nconst c = hubSpokeConverter(Foo, s);\n${used}`,
      [hub, 'src/hooks.ts:2 Foo v1'],
    ],
    [
      'of a spoke, by its functions',
      `const s = spokeConverter(Deployment, change);\nconst c = hubSpokeConverter<Foo>(Foo as never, s);\n${used}`,
      [hub, 'src/hooks.ts:2 Foo v1'],
    ],
    [
      'in the code of a set-up',
      'export async function setUp() { hubSpokeConverter(Deployment); }',
      ['src/hooks.ts:1 Deployment v1'],
    ],
    [
      'in a function that nothing calls',
      'export const other = () => hubSpokeConverter(Foo);\nexport async function setUp() {}',
      [],
    ],
    [
      'that is known only at run time',
      `declare const kind: KindHandle<any>;\nconst c = hubSpokeConverter(kind);\n${used}`,
      [],
    ],
    [
      'of a function of the project',
      `function own(hubSpokeConverter: unknown): any {}\nconst c = own(Foo);\n${used}`,
      [],
    ],
  ])('%s', async (_, code, expected) => {
    expect(await hubsIn(code)).toEqual(expected);
  });
});
