import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { quietly } from '../../base/io/quietly.js';
import type { ClusterProgram } from './cluster-program.js';
import type { ClusterFiles } from './files.js';

/** Variables that the process gets. Those of a Pod, for example, would make it look for another API server. */
const passedOn = ['GOGC', 'GOMAXPROCS', 'GOMEMLIMIT', 'HOME', 'PATH', 'SYSTEMROOT', 'TEMP', 'TMP', 'TMPDIR', 'TZ'];

/** The process of a cluster, seen by the one that has started it. */
export interface StartedProcess {
  /** Returns how it has ended; undefined while it runs. */
  readonly ended: () => string | undefined;
  /** Kills it, and waits until it has ended. */
  readonly kill: () => Promise<void>;
}

/**
 * Starts the process of a cluster, which outlives this one and its terminal.
 * @throws Error if the program cannot be started
 */
export async function startProcess(
  [program, ...args]: ClusterProgram['command'],
  files: ClusterFiles,
  env: Readonly<Record<string, string | undefined>>,
): Promise<StartedProcess> {
  const { folder, settings, reports, log, previousLog } = files;
  if (existsSync(log)) renameSync(log, previousLog);
  // Not a new file: a process that a killed command has just started may be writing to this one.
  writeFileSync(reports, '', { mode: 0o600 });
  const outputs = [openSync(reports, 'a', 0o600), openSync(log, 'a', 0o600)] as const;
  try {
    const child = spawn(program, [...args, settings], {
      // The addresses of its sockets are relative: an absolute one can be too long for the system.
      cwd: folder,
      env: Object.fromEntries(passedOn.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
      detached: true,
      windowsHide: true,
      stdio: ['ignore', ...outputs],
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    child.unref();
    let how: string | undefined;
    child.once('exit', (code, by) => {
      how = by === null ? `its process ended with the exit code ${code}` : `its process was ended by ${by}`;
    });
    const ended = () => how;
    const kill = async () => {
      child.kill('SIGKILL');
      for (const start = performance.now(); ended() === undefined && performance.now() - start < limit;)
        await sleep(pause);
      await endProcesses(files, { started: startedBy(files) });
    };
    return { ended, kill };
  } finally {
    for (const each of outputs) closeSync(each);
  }
}

/** Waits until a process that was killed has lost its lock and its ports, and ends what a supervisor that was killed has left. */
export async function untilUnlocked(files: ClusterFiles): Promise<void> {
  if (processOf(files) === undefined) await endProcesses(files, { started: startedBy(files) });
  const ids = readProcessIds(files.processLock);
  for (const start = performance.now(); ids.some(isExiting) && performance.now() - start < grace;) await sleep(pause);
}

/** The processes of a cluster that run. */
interface ClusterProcesses {
  readonly pid?: number | undefined;
  /** Those that it has started: etcd and kube-apiserver, if it is the supervisor. */
  readonly started: readonly number[];
}

/** Returns the processes of a cluster that run. */
export function processesOf(files: ClusterFiles): ClusterProcesses {
  return { pid: processOf(files), started: startedBy(files) };
}

/** Returns the process ID of a cluster; undefined if it does not run. */
export function processOf({ processLock, settings }: ClusterFiles): number | undefined {
  const [pid] = readProcessIds(processLock);
  return pid !== undefined && runsWith(pid, settings) ? pid : undefined;
}

function startedBy({ processLock, folder }: ClusterFiles): readonly number[] {
  const [, ...ids] = readProcessIds(processLock);
  return ids.filter((pid) => runsWith(pid, folder + sep));
}

/** Returns the process ID in the lock of a cluster, and those of the processes that this one has started. */
function readProcessIds(path: string): readonly number[] {
  const [text = ''] = /^(?:\d{1,10}\n)*/.exec(quietly(() => readFileSync(path, 'utf8')) ?? '') ?? [];
  return text.split('\n').slice(0, -1).map(Number);
}

/** Reports whether a process has these words in its command line: its process ID can be that of another program by now. */
function runsWith(pid: number, words: string): boolean {
  try {
    process.kill(pid, 0);
    return commandLineOf(pid).includes(words);
  } catch {
    return false;
  }
}

/** Returns the command line of a process. @throws Error if there is no such process */
export function commandLineOf(pid: number): string {
  switch (process.platform) {
    case 'linux':
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    case 'win32':
      return execFileSync(
        'powershell',
        ['-NoProfile', '-Command', `(Get-CimInstance Win32_Process -Filter ProcessId=${pid}).CommandLine`],
        { encoding: 'utf8' },
      );
    default:
      return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  }
}

/** Milliseconds until a process that has been asked to end is killed, and until that is given up. */
const [grace, limit] = [3_000, 10_000];
const pause = 20;

/** Ends the processes of a cluster. Returns the process ID of the one that does not end; undefined if all have ended. */
export async function endProcesses(
  { settings, folder }: ClusterFiles,
  { pid, started }: ClusterProcesses,
): Promise<number | undefined> {
  if (pid !== undefined && !(await endProcess(pid, settings, 'SIGTERM'))) return pid;
  // The supervisor has ended them, unless it was killed.
  for (const each of started) if (!(await endProcess(each, folder + sep, 'SIGKILL'))) return each;
  return undefined;
}

/** Ends a process with these words in its command line. Returns whether it has ended. */
async function endProcess(pid: number, words: string, first: NodeJS.Signals): Promise<boolean> {
  const start = performance.now();
  let isKilled = false;
  if (runsWith(pid, words)) signal(pid, first);
  while (runsWith(pid, words) || isExiting(pid)) {
    const elapsed = performance.now() - start;
    if (elapsed > limit) return false;
    if (elapsed > grace && !isKilled) {
      signal(pid, 'SIGKILL');
      isKilled = true;
    }
    await sleep(pause);
  }
  return true;
}

/**
 * Reports whether a process of Linux has lost its memory, with its command line, but not yet its ports and locks: those
 * follow a moment later.
 */
function isExiting(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    if (commandLineOf(pid) !== '') return false;
    // The state is after the name, which can have any characters: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const isEnded = /^\) [ZX]/.test(stat.slice(stat.lastIndexOf(')')));
    // The first thread ends before the others, which still have the ports.
    return !isEnded || readdirSync(`/proc/${pid}/task`).length > 1;
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}
