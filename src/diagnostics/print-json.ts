import type { Diagnostic } from './diagnostic.js';
import { defined } from '../model/defined.js';

/** A problem in the JSON output: flat, with the position's parts where there is one. */
export interface JsonDiagnostic {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly help: string;
  /** Relative to the project's root. */
  readonly file?: string;
  /** From 1, as is `column`. */
  readonly line?: number;
  readonly column?: number;
  /** In characters. */
  readonly length?: number;
  /** Lines that the help is about. */
  readonly lines?: readonly string[];
}

export function jsonDiagnostic({ code, severity, message, help, position, lines }: Diagnostic): JsonDiagnostic {
  return { code, severity, message, help, ...position, ...defined({ lines }) };
}
