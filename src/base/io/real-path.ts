import type { Host } from './host.js';
import { slashed } from './slashed.js';

/** Returns the path of a file without links, with forward slashes; undefined if there is no such file. */
export function realpathOf(host: Pick<Host, 'realpath'>, path: string): string | undefined {
  try {
    return slashed(host.realpath(path));
  } catch {
    return undefined;
  }
}
