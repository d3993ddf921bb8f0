import { DiagnosticsError, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { readAcceptances } from './acceptances.js';

/** Returns the problems of a file of accepted breaks. */
export function acceptanceProblems(text: string): readonly Diagnostic[] {
  try {
    readAcceptances(text);
    return [];
  } catch (error) {
    if (!(error instanceof DiagnosticsError)) throw error;
    return error.diagnostics;
  }
}
