import { existsSync } from 'node:fs';
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
