import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import type { Mutant } from './instrument.js';
import { locate, placesOf } from './locate.js';
import { mutationsOf, type Mutation } from './mutations.js';
import { reportText, type Verdict } from './report.js';
import { executedIn, record, startRunner } from './runs.js';
import { folderOf, grouped, inTurns, overlap, sampleOf } from './sample.js';
import { judge } from './judge.js';
import { copyTree, sourcesOf, typed, writeMutants } from './tree.js';

// `npm run mutants -- --seed 7 --count 8`: which of the mutants in each folder the tests notice, without those of `test/e2e`.
// `--work` is the folder of the copy: a run that was ended goes on there. `--tree <folder> --sample <work>` tries what survived
// another run in another tree, such as an earlier commit. `--tests <file>` takes only the tests that a file lists, in its order, and
// `--record` ends after what they execute has been recorded: later runs take other tests, too. `--limit` is the time in seconds
// that the tests of one mutant may take.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '8' },
    limit: { type: 'string', default: '100' },
    work: { type: 'string', default: join(tmpdir(), 'operator-gen-mutants') },
    tree: { type: 'string', default: resolve(import.meta.dirname, '../..') },
    sample: { type: 'string' },
    tests: { type: 'string' },
    record: { type: 'boolean' },
  },
});
const [seed, count, limit] = [values.seed, values.count, values.limit].map(Number) as [number, number, number];
const started = performance.now();
const log = (line: string): void => {
  process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  ${line}\n`);
};
const copy = copyTree(resolve(values.tree), resolve(values.work));
const samples = join(copy.data, 'sample.json');
const verdicts = join(copy.data, 'verdicts.jsonl');
if (!existsSync(samples)) {
  const chosen = values.sample === undefined ? await chosenMutants() : await movedMutants(resolve(values.sample));
  writeFileSync(samples, JSON.stringify(chosen, undefined, 1));
}
const mutants = JSON.parse(readFileSync(samples, 'utf8')) as readonly Mutant[];
log(`${mutants.length} mutants in ${new Set(mutants.map(({ path }) => folderOf(path))).size} folders, seed ${seed}`);
if (!existsSync(join(copy.data, 'active'))) await writeMutants(copy, mutants);
const only = values.tests === undefined ? undefined : readFileSync(values.tests, 'utf8').trim().split('\n');
const runner = await startRunner(copy);
await record(copy, runner, { only, log });
if (!values.record) {
  const known = new Map(verdictsIn(verdicts).map((each) => [each.id, each]));
  const done = [...known.values(), ...caughtElsewhere()]
    .filter(({ result }) => result === 'caught')
    .map(({ id }) => id);
  const left = mutants.filter(({ id }) => !done.includes(id));
  const onVerdict = (each: Verdict): void => appendFileSync(verdicts, `${JSON.stringify(each)}\n`);
  await judge(left, executedIn(copy), { runner, known, limit, log, onVerdict });
}
runner.end();
process.stdout.write(reportText(mutants, verdictsIn(verdicts)));
process.exit();

/** Chooses mutants whose types are correct. */
async function chosenMutants(): Promise<readonly Mutant[]> {
  const all = [...(await sourcesOf(copy.source))].flatMap(([path, text]) => mutationsOf(path, text));
  const tried = new Set<Mutation>();
  let correct: readonly Mutation[] = [];
  // Twice as many as are needed, and more in folders where few of them have correct types.
  for (let round = 0; round < 3; round += 1) {
    const short = grouped(all, ({ path }) => folderOf(path)).filter(([name]) => countIn(correct, name) < count);
    const drawn = sampleOf(
      short.flatMap(([, some]) => some).filter((each) => !tried.has(each)),
      seed + round,
      2 * count,
    );
    for (const each of drawn) tried.add(each);
    correct = await typed(copy, [
      ...correct,
      ...drawn.filter((each) => !correct.some((other) => overlap(each, other))),
    ]);
    log(`${tried.size} of ${all.length} mutations tried, ${correct.length} have correct types`);
  }
  const byFolder = grouped(correct, ({ path }) => folderOf(path));
  return inTurns(byFolder.map(([, some]) => some.slice(0, count))).map((each, index) => ({ ...each, id: index + 1 }));
}

function countIn(mutations: readonly Mutation[], folder: string): number {
  return mutations.filter(({ path }) => folderOf(path) === folder).length;
}

/** Finds the mutants of another tree in this one, with the same numbers. */
async function movedMutants(other: string): Promise<readonly Mutant[]> {
  const theirs = JSON.parse(readFileSync(join(other, '.mutants/sample.json'), 'utf8')) as readonly Mutant[];
  const places = placesOf(await sourcesOf(copy.source));
  const from = readFileSync(join(other, '.mutants/source'), 'utf8');
  const moved = theirs.flatMap((each): readonly Mutant[] => {
    const found: Mutation | undefined = locate(each, readFileSync(join(from, each.path), 'utf8'), places);
    if (found === undefined) log(`not found: ${each.id} ${each.path} ${each.before}`);
    return found === undefined ? [] : [{ ...found, id: each.id }];
  });
  return moved;
}

/** Returns what the tests of the other tree have caught: only what survived there is tried here. */
function caughtElsewhere(): readonly Verdict[] {
  const theirs = values.sample === undefined ? [] : verdictsIn(join(values.sample, '.mutants/verdicts.jsonl'));
  return theirs.filter(({ result }) => result === 'caught');
}

function verdictsIn(file: string): readonly Verdict[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Verdict);
}
