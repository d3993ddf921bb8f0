import { writeSync } from 'node:fs';
import { escapeControls } from '../../base/diagnostics/print-escape.js';
import { type ExitCode, exitCodes } from './exit-code.js';

/** Error codes for missing system resources, without which not even the parts of this program can be loaded. */
const shortages: readonly string[] = ['EMFILE', 'ENFILE', 'ENOMEM', 'EACCES', 'EIO'];

/** Prints one line about why the command could not even report its failure. Never throws, and uses only loaded modules. */
export function lastWords(error: unknown): ExitCode {
  const { code = '', message = String(error) } = error as Partial<NodeJS.ErrnoException>;
  const isShortage = shortages.includes(code);
  try {
    writeSync(2, `error ${isShortage ? 'file-system-error' : 'internal-error'}: ${escapeControls(message)}\n`);
  } catch {
    // There is no output left to report it to.
  }
  return isShortage ? exitCodes.diagnostics : exitCodes.internal;
}
