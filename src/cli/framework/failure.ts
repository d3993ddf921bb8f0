import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { diagnostic, DiagnosticsError, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { Refusal } from './cli-command.js';
import { exitCodes } from './exit-code.js';
import { InterviewEnded } from './interview.js';
import { Interrupted, nothingWritten } from './interrupt.js';
import { type Report, reportOf } from './report.js';
import { NoCurrentFolder } from './no-current-folder.js';
import { ownPackage } from '../../base/io/own-package.js';
import { withSourcePositions } from '../../base/io/source-positions.js';
import { readTool } from '../../base/io/tool.js';
import { UsageError, usageErrorOf } from './usage-error.js';

/** The folder of the files of this program, as they are built. */
const bundle = dirname(fileURLToPath(import.meta.url));

/** Turns a thrown error into a report for the user. Every command that does not return normally ends here. */
export function reportFailure(error: unknown, command: string): Report {
  if (error instanceof Refusal) return reportFailure(usageErrorOf(error), command);
  if (error instanceof UsageError) {
    return reportOf(error.command, exitCodes.usage, [diagnostic(error.code, error.parameters)]);
  }
  if (error instanceof DiagnosticsError) return reportOf(command, exitCodes.diagnostics, error.diagnostics);
  if (error instanceof Interrupted) return interrupted(command, diagnostic('interrupted', error.state));
  if (error instanceof InterviewEnded) {
    return interrupted(
      command,
      error.reason === 'end-of-input'
        ? diagnostic('end-of-input', { flags: error.flags })
        : diagnostic('interrupted', nothingWritten),
    );
  }
  if (error instanceof NoCurrentFolder)
    return reportOf(command, exitCodes.diagnostics, [diagnostic('no-current-folder', {})]);
  if (isSystemError(error)) return reportOf(command, exitCodes.diagnostics, [fileSystemProblem(error)]);
  return internalError(error, command);
}

function interrupted(command: string, problem: Diagnostic): Report {
  return reportOf(command, exitCodes.interrupted, [problem]);
}

function internalError(error: unknown, command: string): Report {
  const { version, bugs } = readTool();
  const thrown = error instanceof Error ? error : new Error(String(error));
  const problem = diagnostic('internal-error', {
    message: thrown.message,
    version,
    node: process.versions.node,
    report: bugs === undefined ? 'to its authors' : `at ${bugs.url}`,
  });
  return {
    ...reportOf(command, exitCodes.internal, [problem]),
    stack: withSourcePositions(thrown.stack ?? thrown.message, { folder: bundle, root: ownPackage }),
  };
}

// Errors caused by the disk or the user's permissions; any other system error code is a bug.
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk failed',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
};

// These have a different meaning when watching.
const watchReasons: Readonly<Record<string, string>> = {
  ENOSPC: 'no more folders can be watched (on Linux, fs.inotify.max_user_watches)',
  EMFILE: 'too many files are open, or watched (on Linux, fs.inotify.max_user_instances)',
};

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error && Object.hasOwn(reasons, String(error.code));
}

function fileSystemProblem({ syscall, path, code, message }: NodeJS.ErrnoException): Diagnostic {
  return diagnostic('file-system-error', {
    operation: syscall ?? 'use',
    path: path ?? 'a file',
    reason: (syscall === 'watch' ? watchReasons : reasons)[code ?? ''] ?? reasons[code ?? ''] ?? message,
  });
}
