import { existsSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { KindHandle, ResourceInfo } from '@operator-gen/runtime/api';
import { runtimeDeclarations } from './runtime-declarations.js';

/** Returns the built-in kinds of a module of the runtime, such as `k8s/apps/v1`; none if there is no such module. */
export async function builtInKindsIn(folder: string, version: string): Promise<readonly ResourceInfo[]> {
  const file = posix.join(runtimeDeclarations(), 'k8s', folder, `${version}.js`);
  if (!/^[a-z]+$/.test(folder) || !/^v\w+$/.test(version) || !existsSync(file)) return [];
  const [module, { resourceInfo }] = await Promise.all([
    import(pathToFileURL(file).href) as Promise<Readonly<Record<string, KindHandle>>>,
    import('@operator-gen/runtime/api'),
  ]);
  return Object.values(module).map((handle) => resourceInfo(handle));
}

/** Returns the built-in kinds of a group, in all its versions; none for other groups. @param group as roles name it */
export async function builtInKindsOf(group: string): Promise<readonly ResourceInfo[]> {
  const kinds = await builtInKindsBelow(builtInFolder(group));
  return kinds.filter((each) => each.group === group);
}

/** Returns all built-in kinds. */
export async function allBuiltInKinds(): Promise<readonly ResourceInfo[]> {
  const folders = readdirSync(posix.join(runtimeDeclarations(), 'k8s'));
  return (await Promise.all(folders.map(builtInKindsBelow))).flat();
}

/** Returns the kinds of all versions in a folder of the runtime; none if there is no such folder. */
export async function builtInKindsBelow(folder: string): Promise<readonly ResourceInfo[]> {
  const path = posix.join(runtimeDeclarations(), 'k8s', folder);
  if (!/^[a-z]+$/.test(folder) || !existsSync(path)) return [];
  const versions = readdirSync(path)
    .filter((name) => name.endsWith('.js'))
    .map((name) => name.slice(0, -'.js'.length));
  return (await Promise.all(versions.map((version) => builtInKindsIn(folder, version)))).flat();
}

/** Returns the runtime's folder for a group, named after the first part of the group. */
export function builtInFolder(group: string): string {
  return group === '' ? 'core' : group.split('.', 1)[0]!;
}
