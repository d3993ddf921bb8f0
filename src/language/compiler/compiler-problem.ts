import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { WorkEnded } from './bounded.js';
import { isStackOverflow } from './deepest-place.js';

/**
 * Returns the problem for an error that ended the compiler's work because the code exceeds what the compiler can read.
 * Undefined for any other error.
 * @param file the file being read, relative to the project; undefined for all of its code
 */
export function compilerProblem(error: unknown, file: string | undefined): Diagnostic | undefined {
  const reason = reasonOf(error);
  if (reason === undefined) return undefined;
  const position = file === undefined ? undefined : { file, line: 1, column: 1 };
  const isLate = error instanceof WorkEnded && error.seconds !== undefined;
  return diagnostic('compiler-failed', { what: file ?? 'the code of the project', reason, isLate }, position);
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof WorkEnded) return error.message;
  if (!(error instanceof Error) || isStackOverflow(error)) return undefined;
  // A string, a list or a map that exceeds the engine's maximum size.
  if (error instanceof RangeError) return `it expands to too much: ${error.message}`;
  // Unusual code triggers bugs in the compiler: for example, it reports errors for types of a million parts.
  return isOfCompiler(error) ? `the compiler fails: ${error.message}` : undefined;
}

/** Reports whether an error was thrown by the compiler's own code. */
function isOfCompiler({ stack = '' }: Error): boolean {
  const thrownAt = stack.split('\n').find((line) => /^\s+at /.test(line)) ?? '';
  return /[\\/]typescript\.js:\d+/.test(thrownAt);
}
