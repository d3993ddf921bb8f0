import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a share draws from, and how much. */
export interface Amount {
  readonly seed: number;
  /** How many times as many random cases there are as in `npm test`. */
  readonly times: number;
}

/** A part of `npm run test:full` that can be run by itself: the words of its command. */
type Share = (amount: Amount) => readonly string[];

const endToEnd = {
  charts: /^test\/e2e\/helm/,
  scaffolds: /^test\/e2e\/(?:scaffold|upgraded|features)\./,
  declarative: /^test\/e2e\/(?:chainsaw|declarative|kuttl)/,
  tutorial: /^test\/e2e\/tutorial\./,
  verdicts: /^test\/e2e\/(?:agree|compatibility|generated-|upstream|verify|yaml)/,
};

const isOther = (path: string): boolean => !Object.values(endToEnd).some((each) => each.test(path));

/** Every share by name, in the order in which they are run. */
export const shares: Readonly<Record<string, Share>> = {
  unit: () => vitest('unit'),
  process: () => vitest('process'),
  'api-server': () => vitest('api-server'),
  operators: () => vitest('e2e', isOther),
  ...Object.fromEntries(
    Object.entries(endToEnd).map(([name, files]) => [name, () => vitest('e2e', (path) => files.test(path))]),
  ),
  agree: ({ seed, times }) => program('agree', { seed, count: 1000 * times }),
  sequences: ({ seed, times }) => program('sequences', { seed, count: 50 * times, edited: 5 * times }),
  storm: ({ seed, times }) => program('storm', { seed, faults: 100 * times }),
  fuzz: ({ seed, times }) => program('fuzz', { seed, inputs: 10_000 * times }),
};

/** The test files of a project that have more to try than in `npm test`. */
function vitest(project: string, isIn: (path: string) => boolean = () => true): readonly string[] {
  const files = filesWithMore().filter((path) => path.startsWith('test/e2e/') === (project === 'e2e') && isIn(path));
  return ['vitest', 'run', '--project', project, ...files];
}

/** The files that `npm test` leaves out, and those with a number of cases. */
function filesWithMore(): readonly string[] {
  return ['test', 'runtime/src']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
    .filter((path) => path.endsWith('.test.ts') && !path.startsWith('test/golden/'))
    .filter((path) => path.endsWith('.full.test.ts') || hasMore(readFileSync(path, 'utf8')));
}

function hasMore(text: string): boolean {
  return /from 'fast-check'|\/support\/(?:few|removed-verbs|seed)\.js'/.test(text);
}

function program(name: string, options: Readonly<Record<string, number>>): readonly string[] {
  return [
    'tsx',
    `test/${name}/main.ts`,
    ...Object.entries(options).flatMap(([key, value]) => [`--${key}`, `${value}`]),
  ];
}
