import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Files } from '../support/memory-disk.js';

/** Writes files of a project below a folder. */
export function writeFiles(folder: string, files: Files, isWanted: (path: string) => boolean = () => true): void {
  for (const [path, text] of files) {
    if (!isWanted(path)) continue;
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
