import { randomBytes } from 'node:crypto';

/** A run of this tool, as what it puts on the disk names it. */
export interface Run {
  readonly pid: number;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  /** Tells two runs apart that got the same process number, and cannot be guessed. */
  readonly token: string;
}

// Writing takes seconds at most: after this long the number belongs to another process.
const longestRun = 5 * 60_000;

const form = /^(\d{1,10})-(\d{1,16})-([0-9a-f]{32})$/;

/** A new name for what this process is about to do. */
export function thisRun(): Run {
  return { pid: process.pid, startedAt: Date.now(), token: randomBytes(16).toString('hex') };
}

/** The name of a run as part of a file name. */
export function printRun({ pid, startedAt, token }: Run): string {
  return `${pid}-${startedAt}-${token}`;
}

/** Undefined where the text names no run. */
export function parseRun(text: string): Run | undefined {
  const [, pid, startedAt, token] = form.exec(text) ?? [];
  if (pid === undefined || startedAt === undefined || token === undefined) return undefined;
  return { pid: Number(pid), startedAt: Number(startedAt), token };
}

/** Whether another process is still at it. Writing is synchronous, so nothing of this process can be under way. */
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

/** Reports whether a run has ended even if it was one of another machine or container, whose processes cannot be asked for. */
export function isLongOver({ startedAt }: Run): boolean {
  return Math.abs(Date.now() - startedAt) > longestRun;
}
