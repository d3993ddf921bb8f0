import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Removes the declarations in a folder that the given ones do not import, and folders that are then empty. */
export function keepPublicDeclarations(folder: string, entries: readonly string[]): void {
  const kept = new Set<string>();
  const keep = (file: string): void => {
    if (kept.has(file)) return;
    kept.add(file);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g))
      keep(join(dirname(file), `${path}.d.ts`));
  };
  for (const entry of entries) keep(join(folder, entry));
  removeOthers(folder, kept);
}

/** Returns whether the folder is now empty. */
function removeOthers(folder: string, kept: ReadonlySet<string>): boolean {
  const left = readdirSync(folder, { withFileTypes: true }).filter((entry) => {
    const path = join(folder, entry.name);
    const goes = entry.isDirectory() ? removeOthers(path, kept) : path.endsWith('.d.ts') && !kept.has(path);
    if (goes) rmSync(path, { recursive: true });
    return !goes;
  });
  return left.length === 0;
}
