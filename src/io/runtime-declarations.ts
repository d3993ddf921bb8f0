import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/**
 * The folder of the declarations of `@operator-gen/runtime` that this generator was released with. Not the project's own
 * copy: the vocabulary and its reader must be of one version, and a project can be analyzed before it is installed.
 */
export function runtimeDeclarations(): string {
  const entry = createRequire(import.meta.url).resolve('@operator-gen/runtime/api');
  return dirname(dirname(entry)).replaceAll('\\', '/');
}
