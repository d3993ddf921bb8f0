import type { Diagnostic } from './diagnostic.js';

/** Whether one of these is an error: then nothing is written. By itself, as a run without problems loads none of their texts. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
