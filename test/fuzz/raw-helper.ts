import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A helper that is sent lines as they are, valid or not, one at a time. */
export interface RawHelper {
  /** Returns the line of the response; undefined if the process has ended or is silent. */
  send(line: string): Promise<string | undefined>;
  /** Processor time in milliseconds, and the peak of the memory in MiB; undefined where the system does not tell. */
  usage(): Usage | undefined;
  /** The end of what it wrote to its standard error, which says why it crashed. */
  lastWords(): string;
  end(): void;
}

export interface Usage {
  readonly processor: number;
  readonly memory: number;
}

const patience = 60_000;

/** Starts a helper with the same variables as operator-gen does. */
export async function startRawHelper(path: string): Promise<RawHelper> {
  const child = spawn(path, [], { env: { GOGC: '400', GOMEMLIMIT: '1GiB' } });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(0, 20_000)));
  // Its end is seen in its output.
  child.stdin.on('error', () => undefined);
  child.on('error', () => undefined);
  const next = async (): Promise<string | undefined> => {
    const timer = setTimeout(() => child.kill('SIGKILL'), patience);
    const { value, done } = await lines.next();
    clearTimeout(timer);
    return done === true ? undefined : value;
  };
  await next();
  return {
    send: (line) => {
      child.stdin.write(`${line}\n`);
      return next();
    },
    usage: () => usageOf(child.pid!),
    lastWords: () => errors,
    end: () => void child.kill('SIGKILL'),
  };
}

/** Ticks of the kernel in a second, which is the same on all platforms with this file. */
const ticks = 100;

function usageOf(pid: number): Usage | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1];
    return { processor: ((Number(fields[11]) + Number(fields[12])) * 1000) / ticks, memory: Number(peak) / 1024 };
  } catch {
    return undefined;
  }
}
