import { writeSync } from 'node:fs';
import { escapeControls } from '../diagnostics/print-escape.js';
import { type ExitCode, exitCodes } from './exit-code.js';

/** What the system lacks when not even the parts of this program can be loaded. */
const shortages: readonly string[] = ['EMFILE', 'ENFILE', 'ENOMEM', 'EACCES', 'EIO'];

/** Says in one line why the command could not even report its failure. Never throws, and needs nothing that is not loaded. */
export function lastWords(error: unknown): ExitCode {
  const { code = '', message = String(error) } = error as Partial<NodeJS.ErrnoException>;
  const isShortage = shortages.includes(code);
  try {
    writeSync(2, `error ${isShortage ? 'file-system-error' : 'internal-error'}: ${escapeControls(message)}\n`);
  } catch {
    // There is no place left to say it.
  }
  return isShortage ? exitCodes.diagnostics : exitCodes.internal;
}
