import { DiagnosticsError } from '../base/diagnostics/diagnostic.js';
import { FileRefused } from '../base/io/file-refused.js';

/** Returns the text of a file of a project; undefined if it is missing or refused, which is reported by what needs the file. */
export function readable(read: (path: string) => string | undefined, path: string): string | undefined {
  try {
    return read(path);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** Reports whether an error says that a file of a project is refused. */
export function isRefusal(error: unknown): boolean {
  return error instanceof FileRefused || error instanceof DiagnosticsError;
}
