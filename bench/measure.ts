import { spawnSync } from 'node:child_process';

/** A command whose whole run is timed. */
export interface Subject {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Called before every run, outside the time that is taken. */
  readonly prepare?: () => void;
  /** What the median may be, as a multiple of `node -e ''`. */
  readonly target?: number;
}

/** Runs all subjects in turn, round after round, so that a slow moment of the machine meets them all. Milliseconds. */
export function measure(subjects: readonly Subject[], rounds: number): ReadonlyMap<string, readonly number[]> {
  const times = new Map(subjects.map(({ name }): [string, number[]] => [name, []]));
  // The first round fills caches and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    for (const subject of subjects) {
      subject.prepare?.();
      const time = timeOf(subject);
      if (round > 0) times.get(subject.name)!.push(time);
    }
  }
  return times;
}

function timeOf({ name, file, args, cwd }: Subject): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(file, args, { cwd, encoding: 'utf8', env: { ...process.env, CI: 'true' } });
  const time = performance.now() - started;
  if (status !== 0) throw new Error(`${name} ended with ${status}:\n${stderr}`);
  return time;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Largest resident memory of a run of the command line, in MB. */
export function peakMemory({ args, cwd }: Pick<Subject, 'args' | 'cwd'>): number {
  const report = 'process.on("exit",()=>process.stderr.write(`peak=${process.resourceUsage().maxRSS}\\n`))';
  const preload = `data:text/javascript,${encodeURIComponent(report)}`;
  const { stderr } = spawnSync(process.execPath, ['--import', preload, ...args], { cwd, encoding: 'utf8' });
  return Number(/peak=(\d+)/.exec(stderr)?.[1] ?? Number.NaN) / 1024;
}
