import { randomBytes } from 'node:crypto';

/** A run of this tool, as identified in its files on disk. */
export interface Run {
  readonly pid: number;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  /** Distinguishes two runs with the same process ID, and cannot be guessed. */
  readonly token: string;
}

// Writing takes seconds at most, so after this time the process ID belongs to another process.
const longestRun = 5 * 60_000;

const form = /^(\d{1,10})-(\d{1,16})-([0-9a-f]{32})$/;

/** Returns a new identifier for a run of this process. */
export function thisRun(): Run {
  return { pid: process.pid, startedAt: Date.now(), token: randomBytes(16).toString('hex') };
}

/** Returns a run as part of a file name. */
export function printRun({ pid, startedAt, token }: Run): string {
  return `${pid}-${startedAt}-${token}`;
}

/** Parses a run; undefined if the text does not identify one. */
export function parseRun(text: string): Run | undefined {
  const [, pid, startedAt, token] = form.exec(text) ?? [];
  if (pid === undefined || startedAt === undefined || token === undefined) return undefined;
  return { pid: Number(pid), startedAt: Number(startedAt), token };
}

/**
 * Reports whether another process is still running. Writing is synchronous, so no run of this process can be active.
 */
export function isUnderWay(run: Run): boolean {
  const { pid } = run;
  if (pid === process.pid || pid === 0 || isLongOver(run)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Reports whether a run must have ended, even on another machine or in another container, whose processes cannot be
 * checked.
 */
export function isLongOver({ startedAt }: Run): boolean {
  return Math.abs(Date.now() - startedAt) > longestRun;
}
