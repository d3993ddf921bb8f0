import { posix } from 'node:path';
import type { Host, PathKind } from './host.js';

/** An entry of a folder, or of a folder below it, that is not a folder itself. */
export interface Found {
  /** Absolute if the path of the folder is. */
  readonly path: string;
  readonly name: string;
  readonly kind: PathKind;
}

/**
 * Walks everything below a folder, in the order of the names. It loops instead of recursing, so that each entry costs
 * one step regardless of its depth; nested generators would pass it through every folder above. Links are yielded, but
 * not followed.
 * @param isSkipped reports what is omitted, including everything in an omitted folder
 */
export function* walk(
  host: Pick<Host, 'kind' | 'list'>,
  folder: string,
  isSkipped: (name: string, path: string) => boolean = () => false,
): Generator<Found> {
  const pending: string[] = [];
  // Pushed one by one, because a folder can have more names than a call can have arguments.
  const enter = (path: string): void => {
    for (const name of host.list(path).toReversed()) pending.push(posix.join(path, name));
  };
  enter(folder);
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const name = posix.basename(path);
    if (isSkipped(name, path)) continue;
    const kind = host.kind(path);
    if (kind === 'directory') enter(path);
    else if (kind !== 'missing') yield { path, name, kind };
  }
}
