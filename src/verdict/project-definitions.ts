import { posix } from 'node:path';
import { FileRefused } from '../io/file-refused.js';
import type { Host } from '../io/host.js';
import { DiagnosticsError } from '../diagnostics/diagnostic.js';
import { crdFolder } from '../project/paths.js';

/** Returns the texts of the CustomResourceDefinitions that are generated in a project; none if there is no project. */
export function projectDefinitions(host: Pick<Host, 'kind' | 'list' | 'read'>, root: string): readonly string[] {
  const folder = posix.join(root, crdFolder);
  return host
    .list(folder)
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => readable(() => host.read(posix.join(folder, name))) ?? []);
}

/** A file that cannot be read is reported by `check`. */
function readable(read: () => string | undefined): string | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof FileRefused || error instanceof DiagnosticsError) return undefined;
    throw error;
  }
}
