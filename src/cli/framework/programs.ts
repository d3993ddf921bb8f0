import type { OutputStream } from './output-stream.js';

/** A program to run in a folder. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The reason why a program failed. */
export interface ProgramFailure {
  readonly reason: string;
  /** Whether it was ended by Ctrl-C. */
  readonly interrupted?: boolean;
}

/** Runs a program, and writes both of its outputs to the narration. Returns the reason for a failure, or undefined. */
export type RunProgram = (program: Program, narration: OutputStream) => Promise<ProgramFailure | undefined>;

/**
 * Runs a program as a child process. execa finds `npm.cmd` where Windows needs it; it is loaded only when a program
 * runs.
 */
export const runProgram: RunProgram = async ({ command, args, cwd, env }, narration) => {
  const { execa } = await import('execa');
  // Line by line through the guard of our own output, because programs print names and texts of the project.
  // oxlint-disable-next-line require-yield -- execa calls it for each line, and what it yields would be kept
  const toNarration = function* (line: unknown): Generator<string> {
    narration.write(`${String(line)}\n`);
  };
  const result = await execa(command, args, {
    cwd,
    env: { ...env },
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    stdout: toNarration,
    stderr: toNarration,
  });
  if (!result.failed) return undefined;
  const { exitCode, signal, originalMessage } = result;
  // After an interruption, npm exits with the exit code of a shell.
  if (signal === 'SIGINT' || exitCode === 130) return { reason: 'it was interrupted', interrupted: true };
  if (exitCode !== undefined) return { reason: `exit code ${exitCode}` };
  return {
    reason: signal === undefined ? (originalMessage ?? 'it could not be started') : `it was ended by ${signal}`,
  };
};
