import { dirname, join } from 'node:path';
import type { Host } from '../io/host.js';
import { projectFile } from './paths.js';

/** The nearest folder, from `cwd` upwards, that holds a PROJECT, of whatever sort; `cwd` itself where none does. */
export function projectRoot(host: Pick<Host, 'kind'>, cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (!['missing', 'directory'].includes(host.kind(join(folder, projectFile)))) return folder;
    if (folder === dirname(folder)) return cwd;
  }
}
