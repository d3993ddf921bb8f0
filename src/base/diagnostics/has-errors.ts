import type { Diagnostic } from './diagnostic.js';

/**
 * Reports whether one of the diagnostics is an error, in which case nothing is written. It is a separate module because
 * a run without problems loads none of their texts.
 */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

/** Returns a diagnostic that is an error if it was a warning, as `--strict` has it. */
export function warningAsError(diagnostic: Diagnostic): Diagnostic {
  return diagnostic.severity === 'warning' ? { ...diagnostic, severity: 'error' } : diagnostic;
}
