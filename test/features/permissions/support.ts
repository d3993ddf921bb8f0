import { existsSync, readFileSync } from 'node:fs';
import { runtimeDeclarations } from '../../../src/base/io/runtime-declarations.js';
import type { Kind } from '../../../src/base/model/kind.js';
import type { CodeUses } from '../../../src/base/model/permission.js';
import { readPermissions } from '../../../src/features/permissions/uses/read-permissions.js';

const root = '/project';

/** The kind of the tests: `Foo` of the group `example.com`, with a status. */
const foo = `
import { CustomResource, Resource, StatusSubresource } from '@operator-gen/runtime/api';
@StatusSubresource()
@Resource({ group: 'example.com', version: 'v1' }, { plural: 'foos' })
export class Foo extends CustomResource { spec!: { name?: string }; status?: { ready: boolean } }
`;

const kinds: readonly Kind[] = [
  {
    ...{ group: 'example.com', kind: 'Foo', plural: 'foos', singular: 'foo', shortNames: [], categories: [] },
    ...{ listKind: 'FooList', scope: 'Namespaced', annotations: {}, labels: {} },
    versions: [
      {
        ...{ name: 'v1', served: true, storage: true, schema: { type: 'object' }, status: true },
        ...{ printColumns: [], selectableFields: [], position: { file: 'src/foo.ts', line: 4, column: 1 } },
      },
    ],
  },
];

/** What every file of a test imports. */
const imports = `
import { apply as _apply, cachedClient, controllerManagedBy, controllerReference, createClient, createOrPatch, createOrUpdate, defineIndex, dryRunClient,
  enqueueRequestForObject, kindSource, metadataOnly, namespacedClient, setControllerReference, setOwnerReference,
  type CachedClient, type Client, type EventRecorder, type Manager, type Reader, type Reconciler, type Stored } from '@operator-gen/runtime';
import { defineResource, type KindHandle, type KubernetesObject } from '@operator-gen/runtime/api';
import { Deployment, StatefulSet } from '@operator-gen/runtime/k8s/apps/v1';
import { ConfigMap, Pod, Secret, Service } from '@operator-gen/runtime/k8s/core/v1';
import { Foo } from './foo.js';
`.replace('apply as _apply, ', '');

/** Returns what code uses. @param files texts by name; the first lines of `main.ts` import what is common */
export function usesOf(main: string, files: Readonly<Record<string, string>> = {}): Promise<CodeUses> {
  const common = imports.trim().split('\n').join(' ');
  const all = Object.entries({ 'main.ts': main, ...files }).map(
    ([name, text]) => [name, name.endsWith('js') ? text : `${common}\n${text}`] as const,
  );
  return usesOfFiles(Object.fromEntries(all));
}

/** Returns what the code of files uses. @param files whole texts by name */
export function usesOfFiles(files: Readonly<Record<string, string>>): Promise<CodeUses> {
  const texts = new Map(
    Object.entries({ 'foo.ts': foo, ...files }).map(([name, text]) => [`${root}/src/${name}`, text]),
  );
  return readPermissions({
    ...{ root, kinds, files: [...texts.keys()], runtime: runtimeDeclarations() },
    read: (path) => texts.get(path) ?? (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
    realpath: (path) => path,
  });
}

/** Returns the permissions as text, each once: `get,list,watch foos.example.com`; `?` for a kind that is not known. */
export async function permissionsOf(
  main: string,
  files: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const { used, dynamic } = await usesOf(main, files);
  const found = used.map(({ group, resource, verbs, resourceName, namespace }) =>
    [
      verbs.toSorted().join(','),
      group === '' ? resource : `${resource}.${group}`,
      ...(resourceName === undefined ? [] : [`name=${resourceName}`]),
      ...(namespace === undefined ? [] : [`namespace=${namespace}`]),
    ].join(' '),
  );
  const open = dynamic.map(({ verbs, subresource }) => `${verbs.toSorted().join(',')} ?${subresource}`);
  return [...new Set([...found, ...open])].toSorted();
}
