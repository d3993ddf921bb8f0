import { posix } from 'node:path';
import { DiagnosticsError } from '../base/diagnostics/diagnostic.js';
import { FileRefused } from '../base/io/file-refused.js';
import type { Host } from '../base/io/host.js';

/** Returns the text of a file of a project; undefined if it is missing or refused, which is reported by what needs the file. */
export function readable(read: (path: string) => string | undefined, path: string): string | undefined {
  try {
    return read(path);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** Returns a function that reads the texts of a project by their paths in it, as `readable` does. */
export function readableIn(host: Pick<Host, 'read'>, root: string): (path: string) => string | undefined {
  return (path) => readable((each) => host.read(each), posix.join(root, path));
}

/** Reports whether an error says that a file of a project is refused. */
export function isRefusal(error: unknown): boolean {
  return error instanceof FileRefused || error instanceof DiagnosticsError;
}
