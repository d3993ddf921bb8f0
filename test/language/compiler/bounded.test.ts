import { spawn } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { bounded, WorkEnded } from '../../../src/language/compiler/bounded.js';

function endless(): never {
  for (;;);
}

it('work gives its result, or throws what it throws', () => {
  expect(bounded(() => bounded(() => 42))).toBe(42);
  const error = new Error('of the work');
  expect(() =>
    bounded(() => {
      throw error;
    }),
  ).toThrow(error);
  expect(bounded(() => 'again')).toBe('again');
});

it('work without end is ended when its time is over, work inside of it too', () => {
  const started = performance.now();
  expect(() => bounded(endless, 0.2)).toThrow(
    expect.objectContaining({ message: 'it did not finish within 0.2 s', seconds: 0.2 }),
  );
  expect(() => bounded(() => bounded(endless), 0.2)).toThrow(WorkEnded);
  expect(performance.now() - started).toBeLessThan(10_000);
});

it('Ctrl-C ends work, and is heard by those who listen', () => {
  let heard = 0;
  const listen = (): void => void (heard += 1);
  process.on('SIGINT', listen);
  onTestFinished(() => void process.off('SIGINT', listen));
  spawn('sh', ['-c', `sleep 0.3; kill -INT ${process.pid}`], { stdio: 'ignore' });
  expect(() => bounded(endless, 20)).toThrow(new WorkEnded('it was interrupted'));
  expect(heard).toBe(1);
});
