import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.js';
import { keepTemporaryFilesInMemory } from './test/support/temporary-files.js';

keepTemporaryFilesInMemory();

// API servers and other programs in Go, which start and end by the hundred, collect garbage a quarter as often.
process.env['GOGC'] ??= '400';

// What a killed run has left to do is kept for its user: not in the home of whoever runs the tests.
// The helper answers in the tests that start it.
const env = {
  OPERATOR_GEN_UPSTREAM: 'none',
  XDG_STATE_HOME: join(tmpdir(), `operator-gen-tests-${process.getuid?.() ?? 'state'}`),
};

// One more than there are cores: much of a test is waiting for processes, connections and control planes.
const maxWorkers = availableParallelism() + 1;

/** Tests that start the built command line, or a script of a project, again and again; and those that need a process of their own: one replaces a
 * module, the other measures memory. */
const processTests = [
  'test/**/*.process{,.full}.test.ts',
  'test/cli/framework/watch-fails.test.ts',
  'runtime/src/cache/shared-parts.test.ts',
];

/** Tests that start a control plane. */
const apiServerTests = ['{test,runtime/src}/**/{api-server,*.api-server}{,.full}.test.ts'];

const isFull = process.env['FULL'] !== undefined;

/** For tests and hooks; `npm run test:full` has many times as many random cases. */
const timeout = isFull ? 600_000 : 60_000;

/** Files that are not of the tests, and those that only `npm run test:full` runs. */
const left = ['**/node_modules/**', 'test/golden/**', ...(isFull ? [] : ['**/*.full.test.ts'])];

/** `npm run test:shuffled`. A sequencer of our own would take the place of the one that shuffles. */
const isShuffled = process.argv.some((each) => each.startsWith('--sequence.shuffle'));

export default defineConfig({
  test: {
    sequence: isShuffled ? {} : { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          // Starting a process and loading the compiler for each file would take as long as half of the tests.
          isolate: false,
          env,
          setupFiles: ['test/support/seed.ts'],
          include: ['test/**/*.test.ts', 'runtime/src/**/*.test.ts'],
          exclude: [...left, 'test/e2e/**', ...processTests, ...apiServerTests],
          testTimeout: timeout,
          hookTimeout: timeout,
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'process',
          env,
          setupFiles: ['test/support/seed.ts'],
          include: processTests,
          exclude: left,
          globalSetup: ['test/cli/framework/build-once.ts'],
          testTimeout: timeout,
          hookTimeout: timeout,
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'api-server',
          env,
          setupFiles: ['test/support/seed.ts'],
          include: apiServerTests,
          exclude: [...left, 'test/e2e/**'],
          globalSetup: ['test/support/require-control-plane.ts'],
          testTimeout: timeout,
          hookTimeout: timeout,
          maxWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          env,
          setupFiles: ['test/support/seed.ts'],
          include: ['test/e2e/**/*.test.ts'],
          exclude: left,
          globalSetup: ['test/e2e/control-plane/global-setup.ts'],
          // Most of the time of a definition is waiting for the API server to serve it.
          maxConcurrency: 20,
          maxWorkers,
          // With the tests of the project before: at the end of a group, most workers have nothing to do.
          sequence: { groupOrder: 1 },
          testTimeout: 2 * timeout,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
