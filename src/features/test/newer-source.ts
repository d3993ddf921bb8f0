import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the path of a source that was changed after the operator was built; undefined if there is none, or nothing was built.
 * @param main path of the bundle of the operator
 */
export function newerSource(root: string, main: string): string | undefined {
  const builtAt = statSync(main, { throwIfNoEntry: false })?.mtimeMs;
  return builtAt === undefined ? undefined : newerIn(join(root, 'src'), builtAt);
}

function newerIn(folder: string, builtAt: number): string | undefined {
  // Links are neither files nor folders here, so that none of them is followed.
  for (const each of entriesOf(folder)) {
    const path = join(folder, each.name);
    if (each.isDirectory()) {
      const found = newerIn(path, builtAt);
      if (found !== undefined) return found;
    } else if (each.isFile() && isSource(each.name) && statSync(path).mtimeMs > builtAt) return path;
  }
  return undefined;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function isSource(name: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(name) && !/\.(?:test|spec)\./.test(name);
}
