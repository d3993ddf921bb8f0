import type { Diagnostic } from './diagnostic.js';

/**
 * Reports whether one of the diagnostics is an error, in which case nothing is written. It is a separate module because
 * a run without problems loads none of their texts.
 */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

/** Returns a diagnostic as an error if it is a warning, as `--strict` requires. */
export function warningAsError(diagnostic: Diagnostic): Diagnostic {
  return diagnostic.severity === 'warning' ? { ...diagnostic, severity: 'error' } : diagnostic;
}
