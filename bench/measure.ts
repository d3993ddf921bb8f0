import { spawnSync } from 'node:child_process';

/** A command whose complete run is timed. */
export interface Subject {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Called before every run, outside the measured time. */
  readonly prepare?: () => void;
  /** The maximum of the median, as a multiple of `node -e ''`. */
  readonly target?: number;
  /** The maximum of the median, as a multiple of controller-gen's with the same kinds. */
  readonly targetBesideGo?: number;
}

/** Returns why a subject cannot be measured: the first line of its output when it fails. */
export function failureOf(subject: Subject): string | undefined {
  subject.prepare?.();
  const { status, stderr, error } = run(subject);
  if (status === 0) return undefined;
  return error?.message ?? (stderr.trim().split('\n', 1)[0] || `it ended with ${status}`);
}

/**
 * Runs all subjects alternately in rounds, so that a slow moment of the machine affects all of them. Returns
 * milliseconds.
 */
export function measure(subjects: readonly Subject[], rounds: number): ReadonlyMap<Subject, readonly number[]> {
  const times = new Map(subjects.map((subject): [Subject, number[]] => [subject, []]));
  // The first round fills caches and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    for (const subject of subjects) {
      const time = timeOf(subject);
      if (round > 0) times.get(subject)!.push(time);
    }
  }
  return times;
}

function timeOf(subject: Subject): number {
  subject.prepare?.();
  const started = performance.now();
  const { status, stderr } = run(subject);
  const time = performance.now() - started;
  if (status !== 0) throw new Error(`${subject.name} ended with ${status}:\n${stderr}`);
  return time;
}

function run({ file, args, cwd, env }: Subject) {
  return spawnSync(file, args, { cwd, encoding: 'utf8', env: { ...process.env, CI: 'true', ...env } });
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Returns the peak resident memory of a Node.js command, in MB. */
export function peakMemory(subject: Subject): number {
  subject.prepare?.();
  const report = 'process.on("exit",()=>process.stderr.write(`peak=${process.resourceUsage().maxRSS}\\n`))';
  const preload = `data:text/javascript,${encodeURIComponent(report)}`;
  const { stderr } = run({ ...subject, args: ['--import', preload, ...subject.args] });
  return Number(/peak=(\d+)/.exec(stderr)?.[1] ?? Number.NaN) / 1024;
}
