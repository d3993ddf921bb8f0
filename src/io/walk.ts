import { posix } from 'node:path';
import type { Host, PathKind } from './host.js';

/** Something in a folder, or in a folder below it, that is not a folder itself. */
export interface Found {
  /** Absolute where the folder's path is. */
  readonly path: string;
  readonly name: string;
  readonly kind: PathKind;
}

/**
 * Walks everything below a folder, in the order of the names. A loop and no recursion: each entry costs one step, however deep it
 * is, where nested generators pass it through every folder above. Links are told, and not followed.
 * @param isSkipped tells what is left out, folders with all that is in them
 */
export function* walk(
  host: Pick<Host, 'kind' | 'list'>,
  folder: string,
  isSkipped: (name: string, path: string) => boolean = () => false,
): Generator<Found> {
  const pending: string[] = [];
  // One by one: a folder can have more names than a call can have arguments.
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
