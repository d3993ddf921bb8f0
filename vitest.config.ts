import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// What a killed run has left to do is kept for its user: not in the home of whoever runs the tests.
const env = { XDG_STATE_HOME: join(tmpdir(), `operator-gen-tests-${process.getuid?.() ?? 'state'}`) };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          env,
          setupFiles: ['test/support/seed.ts'],
          include: ['test/**/*.test.ts', 'runtime/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'test/golden/**', 'test/e2e/**'],
          testTimeout: 60_000,
          // Two at least: much of a test is waiting for processes and connections.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          env,
          setupFiles: ['test/support/seed.ts'],
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/control-plane/global-setup.ts'],
          // One control plane and two cores: the files take turns.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
