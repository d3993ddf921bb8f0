import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { hasErrors } from '../diagnostics/has-errors.js';
import type { Outcome, Result } from '../plan/outcome.js';
import type { PlanAction } from '../plan/plan.js';
import { type ExitCode, exitCodes } from './exit-code.js';

/** What happened, or would happen, to one file. */
export interface ReportedFile {
  /** Relative to the project's root. */
  readonly path: string;
  readonly action: PlanAction;
  /** Size of what is written; of what goes, when the file is deleted. Absent for a copy. */
  readonly bytes?: number;
  /** The file that it is a copy of, byte for byte. */
  readonly copyOf?: string;
  /** Where the file stood so far. */
  readonly movedFrom?: string;
  /** Unified patch, when it was asked for or the file is out of date. */
  readonly patch?: string;
}

/** All that a command has to say; every output format is made from it. */
export interface Report {
  /** E.g. `create api`; empty where the command line was not understood that far. */
  readonly command: string;
  readonly exitCode: ExitCode;
  /** Whether the files below were written. */
  readonly applied: boolean;
  readonly files: readonly ReportedFile[];
  /** The text of files that would have been written, by path: problems are told of the project as it would be. */
  readonly unwritten?: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  readonly summary?: string;
  /** Of a command that only reads. */
  readonly result?: Result;
  /** Commands to run next. */
  readonly next: readonly string[];
  /** Of an internal error; shown with `--verbose`. */
  readonly stack?: string;
}

/** A report on a command that touched no file. */
export function reportOf(command: string, exitCode: ExitCode, diagnostics: readonly Diagnostic[] = []): Report {
  return { command, exitCode, applied: false, files: [], diagnostics, next: [] };
}

/** A report on a command that only reads. After an error what it found is not shown: it may be wrong. */
export function reportResult(command: string, { diagnostics, result }: Outcome): Report {
  const failed = hasErrors(diagnostics);
  return failed || result === undefined
    ? reportOf(command, exitCodes.diagnostics, diagnostics)
    : { ...reportOf(command, exitCodes.done, diagnostics), result };
}
