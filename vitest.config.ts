import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.js';
import { keepTemporaryFilesInMemory } from './test/support/temporary-files.js';

keepTemporaryFilesInMemory();

// What a killed run has left to do is kept for its user: not in the home of whoever runs the tests.
// The helper answers in the tests that start it.
const env = {
  OPERATOR_GEN_UPSTREAM: 'none',
  XDG_STATE_HOME: join(tmpdir(), `operator-gen-tests-${process.getuid?.() ?? 'state'}`),
};

// Two at least: much of a test is waiting for processes and connections.
const maxWorkers = Math.max(2, availableParallelism() - 1);

/** Tests that start the built command line, or a script of a project, again and again. */
const processTests = ['test/**/*.process.test.ts'];

/** Tests that start a control plane. */
const apiServerTests = ['{test,runtime/src}/**/{api-server,*.api-server}.test.ts'];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          env,
          setupFiles: ['test/support/seed.ts'],
          include: ['test/**/*.test.ts', 'runtime/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'test/golden/**', 'test/e2e/**', ...processTests, ...apiServerTests],
          testTimeout: 60_000,
          hookTimeout: 60_000,
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
          exclude: ['**/node_modules/**', 'test/golden/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
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
          exclude: ['**/node_modules/**', 'test/golden/**', 'test/e2e/**'],
          globalSetup: ['test/support/require-control-plane.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
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
          globalSetup: ['test/e2e/control-plane/global-setup.ts'],
          maxWorkers: maxWorkers + 1,
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
