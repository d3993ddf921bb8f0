import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts'],
          globalSetup: ['@operator-gen/runtime/testing/global-setup'],
          // The first file waits for the API server, which takes a few seconds to start.
          hookTimeout: 120_000,
          testTimeout: 30_000,
        },
      },
      // Needs a cluster that it may change, and an image: npm run test:e2e says how to name them. Each step of the tests
      // has a time limit of its own.
      { test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], hookTimeout: 900_000, testTimeout: 900_000 } },
    ],
  },
});
