import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../base/diagnostics/has-errors.js';
import type { Outcome, Result } from '../../output/operation/outcome.js';
import type { PlanAction } from '../../output/plan/plan.js';
import type { Counts } from './counts.js';
import { type ExitCode, exitCodes } from './exit-code.js';

/** The actual or planned change of one file. */
export interface ReportedFile {
  /** Relative to the project root. */
  readonly path: string;
  readonly action: PlanAction;
  /** Size of the written content, or of the deleted file. Absent for a copy. */
  readonly bytes?: number;
  /** The file that it was copied from, byte for byte. */
  readonly copyOf?: string;
  /** The previous path of the file. */
  readonly movedFrom?: string;
  /** Unified patch, if requested or if the file is out of date. */
  readonly patch?: string;
}

/** The complete result of a command, from which every output format is produced. */
export interface Report {
  /** E.g. `create api`; empty if the command line could not be parsed that far. */
  readonly command: string;
  readonly exitCode: ExitCode;
  /** Whether the files below were written. */
  readonly applied: boolean;
  readonly files: readonly ReportedFile[];
  /** Texts for code frames, by path: files that would have been written, or that are not part of the project. */
  readonly texts?: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  /** A summary of the warnings and notes. */
  readonly digest?: readonly string[];
  /** The numbers in the summary. */
  readonly counts?: Counts;
  readonly summary?: string;
  /** Result of a command that only reads. */
  readonly result?: Result;
  /** Suggested next commands. */
  readonly next: readonly string[];
  /** Stack of an internal error; shown with `--verbose`. */
  readonly stack?: string;
}

/** Returns a report on a command that changed no file. */
export function reportOf(command: string, exitCode: ExitCode, diagnostics: readonly Diagnostic[] = []): Report {
  return { command, exitCode, applied: false, files: [], diagnostics, next: [] };
}

/** Returns a report on a command that only reads. After an error, the result is shown only if it cannot be wrong. */
export function reportResult(command: string, { diagnostics, result, texts = new Map(), summary }: Outcome): Report {
  const failed = hasErrors(diagnostics);
  if (result === undefined || (failed && result.holdsAfterErrors !== true))
    return { ...reportOf(command, exitCodes.diagnostics, diagnostics), texts };
  const exitCode = failed ? exitCodes.diagnostics : exitCodes.done;
  return { ...reportOf(command, exitCode, diagnostics), texts, result, ...(summary !== '' && { summary }) };
}
