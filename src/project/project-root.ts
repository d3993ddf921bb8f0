import { dirname, join } from 'node:path';
import type { Host } from '../base/io/host.js';
import { projectFile } from './paths.js';

/**
 * Returns the nearest folder, from `cwd` upwards, that contains PROJECT, which can be anything except a folder; `cwd`
 * itself if there is none.
 */
export function projectRoot(host: Pick<Host, 'kind'>, cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (!['missing', 'directory'].includes(host.kind(join(folder, projectFile)))) return folder;
    if (folder === dirname(folder)) return cwd;
  }
}
