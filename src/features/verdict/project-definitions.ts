import { posix } from 'node:path';
import type { Host } from '../../base/io/host.js';
import { readable } from '../../project/readable.js';
import { crdFolder } from '../../project/paths.js';

/** Returns the texts of a project's generated CRDs; none if there is no project. */
export function projectDefinitions(host: Pick<Host, 'kind' | 'list' | 'read'>, root: string): readonly string[] {
  const folder = posix.join(root, crdFolder);
  return (
    host
      .list(folder)
      .filter((name) => name.endsWith('.yaml'))
      // `check` reports files that cannot be read.
      .flatMap((name) => readable((path) => host.read(path), posix.join(folder, name)) ?? [])
  );
}
