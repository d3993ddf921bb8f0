import type { Diagnostic } from './diagnostic.js';
import { defined } from '../model/defined.js';

/** A problem in the JSON output: flat, with the parts of its position if it has one. */
export interface JsonDiagnostic {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly help: string;
  /** Relative to the project root. */
  readonly file?: string;
  /** Counted from 1, like `column`. */
  readonly line?: number;
  readonly column?: number;
  /** In characters. */
  readonly length?: number;
  /** Lines that the help refers to. */
  readonly lines?: readonly string[];
}

export function jsonDiagnostic({ code, severity, message, help, position, lines }: Diagnostic): JsonDiagnostic {
  return { code, severity, message, help, ...position, ...defined({ lines }) };
}
