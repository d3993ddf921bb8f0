import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { HelperFailed } from './helper-process.js';
import { helperVariable } from './locate.js';

/** Returns the warning about a helper that could not answer. Any other error is thrown. */
export function helperFailure(error: unknown): Diagnostic {
  if (!(error instanceof HelperFailed)) throw error;
  if (error.silentFor !== undefined) {
    const what = "the helper with the API server's validation code gave no answer";
    return { ...diagnostic('timed-out', { what, seconds: error.silentFor }), severity: 'warning' };
  }
  return diagnostic('upstream-failed', { reason: error.message, variable: helperVariable });
}
