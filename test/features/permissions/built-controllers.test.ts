import { describe, expect, it } from 'vitest';
import type { NamedKind } from '../../../src/base/model/permission.js';
import { usesOf } from './support.js';

const shown = (kinds: readonly NamedKind[]): string =>
  kinds.map(({ group, resource, kind }) => `${kind ?? '?'} ${resource}.${group}`).join(', ');

/** Returns the controllers that some statements build, each in a line. */
async function controllersOf(body: string, files: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const { controllers } = await usesOf(
    `export async function setUp(manager: Manager, r: Reconciler, other: any): Promise<void> { ${body} }`,
    files,
  );
  return controllers.map(({ name, reconciles, owns, watches, hasOthers }) =>
    [name ?? '-', shown(reconciles), shown(owns), shown(watches), ...(hasOthers ? ['others'] : [])].join(' | '),
  );
}

describe('the controllers that code builds', () => {
  it.each<[string, string, readonly string[]]>([
    ['a chain', 'await controllerManagedBy(manager).for(Foo).complete(r);', ['- | Foo foos.example.com |  | ']],
    [
      'with owned and watched kinds, and a name',
      "await controllerManagedBy(manager).for(Foo).owns(Deployment).owns(Deployment).owns(Service).watches(Secret, other).watchesMetadata(Pod, other).named('a').complete(r);",
      ['a | Foo foos.example.com | Deployment deployments.apps, Service services. | Secret secrets., Pod pods.'],
    ],
    [
      'in statements',
      'const b = controllerManagedBy(manager).for(Foo); b.owns(Service); for (const k of [Pod, Secret]) b.watches(k, other); await b.complete(r);',
      ['- | Foo foos.example.com | Service services. | Pod pods., Secret secrets.'],
    ],
    [
      'two of them',
      'const one = controllerManagedBy(manager).for(Foo); const two = controllerManagedBy(manager).for(Pod); one.owns(Service); two.owns(Secret);',
      ['- | Foo foos.example.com | Service services. | ', '- | Pod pods. | Secret secrets. | '],
    ],
    [
      'with sources',
      'controllerManagedBy(manager).for(Foo).watchesRawSource(kindSource(manager.cache, Pod, other)).watchesRawSource(other);',
      ['- | Foo foos.example.com |  | Pod pods. | others'],
    ],
    [
      'of a kind that is known at run time',
      'controllerManagedBy(manager).for(JSON.parse(""));',
      ['- |  |  |  | others'],
    ],
    ['none', 'other.for(Foo).owns(Pod);', []],
  ])('%s', async (_, body, expected) => {
    expect(await controllersOf(body)).toEqual(expected);
  });

  it('are not those of tests', async () => {
    const test = 'declare const m: Manager; controllerManagedBy(m).for(Pod);';
    expect(await controllersOf('', { 'a.test.ts': test })).toEqual([]);
  });

  it('have what another file adds', async () => {
    const start =
      "import { add } from './add.js'; export const setUp = async (m: Manager) => add(controllerManagedBy(m).for(Foo));";
    const add =
      "import type { ControllerBuilder } from '@operator-gen/runtime'; export const add = (b: ControllerBuilder) => b.owns(Service);";
    const { controllers } = await usesOf(start, { 'add.ts': add });
    expect(controllers.map(({ owns }) => shown(owns))).toEqual(['Service services.']);
  });
});
