import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/**
 * Returns the folder of the declarations of `@operator-gen/runtime` that this generator was released with. The
 * project's own copy is not used, because the vocabulary and its reader must have the same version, and a project can
 * be analyzed before its packages are installed.
 */
export function runtimeDeclarations(): string {
  return (folder ??= find());
}

let folder: string | undefined;

function find(): string {
  const entry = createRequire(import.meta.url).resolve('@operator-gen/runtime/api');
  return dirname(dirname(entry)).replaceAll('\\', '/');
}
