import { createRandom } from '../../runtime/src/testing/random.js';
import { commands, moreCommands, type Command } from './commands.js';
import { differentStates } from './different-states.js';
import { explore } from './explore.js';
import { judgeAcceptance } from './judge-acceptance.js';
import { judgeCode } from './judge-code.js';
import { judgeFormat } from './judge-format.js';
import { judgeInstalled } from './judge-installed.js';
import { buildManifests } from './judge-manifests.js';
import type { Problem } from './problem.js';
import { runLine } from './run-line.js';
import { stateOf } from './state.js';
import { Steps } from './step.js';
import { isUserEdit, otherEdits, userDevelops, userEdits } from './user.js';
import { follow, wander } from './wander.js';

export interface SequencesOptions {
  readonly seed: number;
  /** Every sequence of so many commands is tried. */
  readonly length: number;
  /** So many random ones of more commands. */
  readonly count: number;
  /** The last projects of so many of these are installed, tested and bundled. */
  readonly installed: number;
  /** Every command is tried after so many of the edits of a user, drawn with the seed. */
  readonly edited: number;
  /** Whether there is an API server to be asked. */
  readonly withApiServer: boolean;
  readonly log?: (line: string) => void;
}

export interface SequencesReport {
  readonly problems: readonly Problem[];
  /** What was done: `[what, how much]`. */
  readonly totals: readonly (readonly [string, string])[];
}

const init = 'init --domain example.com --project-name test-operator --skip-install';

/** A project with code of every sort: each command is tried on it after each edit. */
const wholeProject = [
  'create api --group ship --version v1 --kind Boat',
  'create api --group ship --version v2 --kind Boat --no-controller',
  'create api --group ship --version v1 --kind Crane --image ghcr.io/example/crane:1.0',
  'create webhook --group ship --version v1 --kind Boat --defaulting --programmatic-validation',
  'create webhook --group ship --version v1 --kind Boat --conversion --spoke v2',
];

/** What a user has before the commands come: nothing but a new project, and projects with work in them. */
const beginnings: readonly { readonly lines: readonly string[]; readonly shorterBy: number }[] = [
  { lines: [], shorterBy: 0 },
  { lines: [userEdits], shorterBy: 1 },
  {
    lines: [
      'create api --group ship --version v1 --kind Boat',
      'create api --group ship --version v1 --kind Crane',
      'create webhook --group ship --version v1 --kind Boat --defaulting',
      userEdits,
    ],
    shorterBy: 2,
  },
  {
    lines: [
      'create api --group ship --version v1 --kind Boat',
      'create webhook --group ship --version v1 --kind Boat --defaulting',
      userDevelops,
    ],
    shorterBy: 1,
  },
];

const edits: readonly Command[] = [userEdits, userDevelops, ...otherEdits].map((line) => ({ line }));
const random: readonly Command[] = [...commands, ...moreCommands, ...edits];

export async function runSequences({
  seed,
  length,
  count,
  installed,
  edited,
  withApiServer,
  log = () => undefined,
}: SequencesOptions): Promise<SequencesReport> {
  const problems = new Map<string, Problem>();
  // One defect is met by many sequences: the first is the shortest.
  const report = (problem: Problem): void => {
    const about = `${problem.lines.at(-1)} ${problem.what.slice(0, 80)}`;
    if (!problems.has(about)) problems.set(about, problem);
  };
  const { files } = await runLine(new Map(), init);
  const start = stateOf([init], files);
  const steps = new Steps(files);
  for (const { lines, shorterBy } of beginnings) {
    const { state, failure } = await follow(
      steps,
      start,
      lines.map((line) => ({ line })),
    );
    if (failure !== undefined) report({ lines: [init, ...lines], what: failure.what });
    const commandsEach = Math.max(0, length - shorterBy);
    await explore(steps, state, commands, commandsEach, report);
    log(`every sequence of ${commandsEach} after ${lines.length} lines: ${steps.states.size} projects`);
  }
  if (edited > 0) {
    const whole = await follow(
      steps,
      start,
      wholeProject.map((line) => ({ line })),
    );
    for (const edit of drawn(edits, edited, seed)) {
      const { state, failure } = await follow(steps, whole.state, [edit]);
      if (failure !== undefined) report({ lines: [...whole.state.lines, edit.line], what: failure.what });
      await explore(steps, state, [...commands, ...moreCommands], 1, report);
      log(`every command after \`${edit.line}\`: ${steps.states.size} projects`);
    }
  }
  const ends = await wander(steps, start, random, { seed, count, shortest: 6, longest: 16 }, report);
  log(`${count} random sequences: ${steps.states.size} projects`);

  const states = [...steps.states.values()];
  const texts = await judgeFormat(states, report);
  log(`${texts} texts are formatted`);
  const codes = await judgeCode(states, report);
  log(`${codes} programs type-check and lint`);
  const built = await buildManifests(states, report);
  log(`${built.length} manifests are built`);
  const objects = withApiServer ? await judgeAcceptance(built, report) : 0;
  log(`${objects} objects are accepted`);
  const chosen = differentStates(ends.toReversed(), () => true).slice(0, installed);
  if (chosen.length > 0) await judgeInstalled(chosen, report, log);
  return {
    problems: [...problems.values()],
    totals: [
      ['command lines run', String(steps.ran)],
      ['different projects', String(states.length)],
      ['different texts', String(texts)],
      ['different programs', String(codes)],
      ['different manifests', String(built.length)],
      ['different objects', String(objects)],
      ['projects installed', String(chosen.length)],
      // One that never is tries nothing.
      ...random
        .filter(({ line }) => !isUserEdit(line) && !steps.accepted.has(line))
        .map(({ line }) => ['never accepted', line] as const),
    ],
  };
}

/** Draws so many of the elements; all of them if there are no more. */
function drawn<T>(from: readonly T[], count: number, seed: number): readonly T[] {
  const numbers = createRandom(seed);
  const rest = [...from];
  return Array.from({ length: Math.min(count, from.length) }, () => rest.splice(numbers.below(rest.length), 1)[0]!);
}
