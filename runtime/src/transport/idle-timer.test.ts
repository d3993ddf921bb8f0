import { expect, it } from 'vitest';
import { startIdleTimer } from './idle-timer.js';

it('does not end before its time, wherever in a millisecond it begins', async () => {
  const passed = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const start = performance.now();
      // The next one begins in another part of the millisecond.
      while (performance.now() - start < 0.13) continue;
      const began = performance.now();
      return new Promise<number>((resolve) => {
        startIdleTimer(5 + (index % 40), () => resolve(performance.now() - began - (5 + (index % 40))));
      });
    }),
  );
  expect(Math.min(...passed)).toBeGreaterThanOrEqual(0);
});
