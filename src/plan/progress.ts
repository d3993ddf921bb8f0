import { diagnostic, DiagnosticsError } from '../diagnostics/diagnostic.js';

/** The path that is being worked at: what a failure names. */
export interface Progress {
  path: string;
}

/** What the disk refused, as a problem that names the file; anything else, a defect of ours, stays what it is. */
export function diskProblem(code: 'write-failed' | 'recovery-failed', error: unknown, { path }: Progress): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  return new DiagnosticsError(diagnostic(code, { path, reason: reasonOf(error) }));
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
