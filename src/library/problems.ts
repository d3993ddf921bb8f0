import { type Diagnostic, DiagnosticsError } from '../base/diagnostics/diagnostic.js';

/** Runs a function and returns the problems that it threw; empty if it succeeded. Other errors are rethrown. */
export async function problemsOf(work: () => Promise<void>): Promise<readonly Diagnostic[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (error instanceof DiagnosticsError) return error.diagnostics;
    throw error;
  }
}
