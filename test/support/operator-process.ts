import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { startGuard, type Guard } from '../../runtime/src/testing/environment/sandbox-guard.js';
import { makeTemporaryFolder } from './tree.js';

/** An operator that runs as a separate process. */
export interface OperatorProcess {
  /** The lines logged so far, parsed. */
  readonly lines: readonly Record<string, unknown>[];
  /** Resolves with the first line that has this message, or one like it; fails when the process ends or the time limit is exceeded. */
  waitForLine(message: string | RegExp, timeout?: number): Promise<Record<string, unknown>>;
  /** Sends it a signal. */
  kill(signal: NodeJS.Signals): void;
  /** Resolves with its exit code when it has ended; null if a signal ended it. */
  ended(): Promise<number | null>;
  /** Ends it as a cluster does, with SIGTERM, and returns its exit code. */
  stop(): Promise<number | null>;
}

/** Runs a bundled operator with these flags, and with these variables in addition to those of this process. */
export function startOperator(
  bundle: string,
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
): OperatorProcess {
  return followProcess(process.execPath, [bundle, ...flags], { env });
}

export interface FollowOptions {
  readonly cwd?: string;
  /** Variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether signals go to all processes that were started, for example to an operator that make has started. */
  readonly group?: boolean;
}

/** Ends the remaining operators when this process ends for any reason. */
let guard: Guard | undefined;

/** Runs a program that becomes an operator. */
export function followProcess(
  file: string,
  args: readonly string[],
  { cwd, env = {}, group = false }: FollowOptions = {},
): OperatorProcess {
  const child: ChildProcess = spawn(file, args, {
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
    detached: group,
  });
  // A test that fails does not stop what it has started.
  guard ??= startGuard(makeTemporaryFolder().path);
  const pid = child.pid;
  if (pid !== undefined) {
    guard.watch(pid);
    child.once('exit', () => guard?.forget(pid));
  }
  const kill = (signal: NodeJS.Signals): void => {
    if (group) process.kill(-child.pid!, signal);
    else child.kill(signal);
  };
  const lines: Record<string, unknown>[] = [];
  let rest = '';
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop()!;
    for (const part of parts) lines.push(parse(part));
  });
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const ended = async (): Promise<number | null> => {
    if (!hasEnded()) await once(child, 'exit');
    return child.exitCode;
  };
  return {
    lines,
    waitForLine: async (message, timeout = 30_000) => {
      for (const end = Date.now() + timeout; Date.now() < end; await sleep(50)) {
        const line = lines.find(({ msg }) =>
          typeof message === 'string' ? msg === message : message.test(String(msg)),
        );
        if (line !== undefined) return line;
        if (hasEnded()) break;
      }
      throw new Error(
        `the operator did not say "${String(message)}":\n${lines.map((each) => JSON.stringify(each)).join('\n')}`,
      );
    },
    kill,
    ended,
    stop: async () => {
      if (!hasEnded()) kill('SIGTERM');
      return ended();
    },
  };
}

/** A line that is not JSON is kept unchanged, because it may explain why the process ended. */
function parse(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return { msg: line };
  }
}
