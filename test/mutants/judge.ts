import { testsOf, type ExecutedByFile, type Selected } from './executed.js';
import type { Mutant } from './instrument.js';
import type { Verdict } from './report.js';
import type { RunReply, Runner } from './runs.js';

/** A mutant that no test has caught yet. */
interface Candidate {
  readonly mutant: Mutant;
  /** Files that have not been run with it. */
  readonly left: Selected[];
  readonly isComplete: boolean;
  readonly tried: string[];
  milliseconds: number;
}

export interface Judgement {
  /** What an earlier run has found: the files that it has run are not run again. */
  readonly known: ReadonlyMap<number, Verdict>;
  readonly runner: Runner;
  /** Seconds of tests for each mutant. */
  readonly limit: number;
  readonly log: (line: string) => void;
  readonly onVerdict: (verdict: Verdict) => void;
}

/** Estimated time of one run, in milliseconds. */
const perRun = 20_000;

/**
 * Runs the tests of each mutant until one fails. Each run has many files, each with another mutant, since a process takes longer
 * to start than most tests.
 */
export async function judge(
  mutants: readonly Mutant[],
  executed: readonly ExecutedByFile[],
  { runner, known, limit, log, onVerdict }: Judgement,
): Promise<void> {
  let candidates = mutants.map((mutant): Candidate => {
    const { files, isComplete } = testsOf(mutant, executed, limit * 1000);
    const tried = known.get(mutant.id)?.files ?? [];
    return {
      mutant,
      left: files.filter(({ path }) => !tried.includes(path)),
      isComplete,
      tried: [...tried],
      milliseconds: 0,
    };
  });
  const decide = (each: Candidate, result: Verdict['result'], failure?: string): void => {
    const { mutant, tried: files, milliseconds } = each;
    candidates = candidates.filter((other) => other !== each);
    const { result: before, files: { length } = [] } = known.get(mutant.id) ?? {};
    if (before === result && length === files.length) return;
    onVerdict({
      id: mutant.id,
      result,
      files,
      seconds: Math.round(milliseconds / 1000),
      ...(failure === undefined ? {} : { failure }),
    });
    log(`${result} #${mutant.id} ${mutant.path} ${mutant.kind}, ${files.length} files ${failure ?? ''}`);
  };
  for (;;) {
    for (const each of candidates)
      if (each.left.length === 0)
        decide(each, each.tried.length === 0 ? 'not executed' : each.isComplete ? 'survived' : 'not decided');
    if (candidates.length === 0) return;
    const chosen = nextRun(candidates);
    const reply = await runner.run({
      files: [...chosen].map(([path, { each, file }]) => ({
        path,
        mutant: each.mutant.id,
        names: file.names,
        limit: 10 + (4 * file.milliseconds) / 1000,
      })),
    });
    for (const [path, { each, file }] of chosen) {
      const outcome = outcomeOf(reply, path);
      if (outcome === undefined) continue;
      each.tried.push(path);
      each.milliseconds += file.milliseconds;
      each.left.splice(each.left.indexOf(file), 1);
      if (outcome.failure !== undefined) decide(each, 'caught', `${path}: ${outcome.failure}`);
    }
    // No progress: vitest itself failed.
    if (reply.files.length === 0) throw new Error(`No file was run of ${[...chosen.keys()].join(', ')}`);
    log(`${candidates.length} left, ${chosen.size} files in ${reply.seconds.toFixed(0)} s`);
  }
}

function outcomeOf({ files }: RunReply, path: string): RunReply['files'][number] | undefined {
  return files.find((each) => each.path === path);
}

/** Selects files for one run: the next of each mutant, none twice. Most mutants are caught by one of their first files. */
function nextRun(candidates: readonly Candidate[]): ReadonlyMap<string, { each: Candidate; file: Selected }> {
  const chosen = new Map<string, { each: Candidate; file: Selected }>();
  let sum = 0;
  for (const each of candidates.toSorted((one, other) => one.tried.length - other.tried.length)) {
    const file = each.left.find(({ path }) => !chosen.has(path));
    if (file === undefined || (sum > 0 && sum + file.milliseconds > perRun)) continue;
    chosen.set(file.path, { each, file });
    sum += file.milliseconds;
  }
  return chosen;
}
