import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns every TypeScript file below a folder, with its path relative to the folder. */
export function filesBelow(folder: URL): readonly { readonly path: string; readonly text: string }[] {
  const root = fileURLToPath(folder);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') }));
}
