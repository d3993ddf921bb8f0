import { posix } from 'node:path';
import { DiagnosticsError } from '../base/diagnostics/diagnostic.js';
import { FileRefused } from '../base/io/file-refused.js';
import type { Host } from '../base/io/host.js';

/**
 * Returns the text of a file of a project; undefined if it is missing or rejected, which the code that requires the
 * file reports.
 */
export function readable(read: (path: string) => string | undefined, path: string): string | undefined {
  try {
    return read(path);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** Returns a function that reads files of a project by their relative paths, as `readable` does. */
export function readableIn(host: Pick<Host, 'read'>, root: string): (path: string) => string | undefined {
  return (path) => readable((each) => host.read(each), posix.join(root, path));
}

/** Reports whether an error means that a file of a project was rejected. */
export function isRefusal(error: unknown): boolean {
  return error instanceof FileRefused || error instanceof DiagnosticsError;
}
