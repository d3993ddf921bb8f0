import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../examples', import.meta.url));

/** An operator under examples/. */
export interface Example {
  readonly name: string;
  /** The absolute path of its folder. */
  readonly path: string;
}

/** All examples; a new folder is tested automatically. */
export const examples: readonly Example[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ name, path: join(folder, name) }));

/** Returns the absolute path of a file or folder of an example. */
export function examplePath(name: string, ...path: readonly string[]): string {
  return join(folder, name, ...path);
}
