import { diagnostic, DiagnosticsError } from '../../base/diagnostics/diagnostic.js';

/** The path being processed, to be named in errors. */
export interface Progress {
  path: string;
}

/** Converts a disk error into a problem that names the file; any other error, which is a bug, is returned unchanged. */
export function diskProblem(code: 'write-failed' | 'recovery-failed', error: unknown, { path }: Progress): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  return new DiagnosticsError(diagnostic(code, { path, reason: error.message }));
}
