import { type Diagnostic, DiagnosticsError } from '../diagnostics/diagnostic.js';

/** Does some work and answers the problems that it threw; empty when it ended well. What is not a problem is thrown on. */
export async function problemsOf(work: () => Promise<void>): Promise<readonly Diagnostic[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (error instanceof DiagnosticsError) return error.diagnostics;
    throw error;
  }
}
