import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { backgroundClock, realClock } from './clock.js';

it.each([
  ['the clock', realClock],
  ['the background clock', backgroundClock],
])('%s calls back at once for a time that has passed, without a warning of Node.js', async (_, clock) => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  await new Promise<void>((resolve) => void clock.after(-5, resolve));
  await sleep(5);
  expect(warnings).toEqual([]);
});
