import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { logInto } from '../../../test/support/logs.js';
import { watchProcessErrors } from './process-errors.js';
import { setupSignalHandler } from './signals.js';

beforeEach(() => {
  // The test runner listens as well, and would report these errors as failures of the test.
  for (const name of ['unhandledRejection', 'uncaughtException'] as const) {
    const others = process.listeners(name as 'uncaughtException');
    process.removeAllListeners(name);
    onTestFinished(() => others.forEach((each) => process.on(name as 'uncaughtException', each)));
  }
});

function watched(endOnRejection = false) {
  const lines: Record<string, unknown>[] = [];
  const log = logInto(lines);
  const end = vi.fn<(error: unknown) => void>();
  const rejected = vi.fn<() => void>();
  onTestFinished(watchProcessErrors({ log, end, rejected, endOnRejection }));
  return { lines, end, rejected };
}

it('logs and counts a promise that nothing waits for, and goes on', async () => {
  const { lines, end, rejected } = watched();
  void Promise.reject(new Error('forgotten'));
  await eventually(() => expect(rejected).toHaveBeenCalledOnce());
  expect(lines).toMatchObject([
    {
      level: 'error',
      msg: expect.stringContaining('await'),
      error: { message: 'forgotten', stack: expect.any(String) },
    },
  ]);
  expect(end).not.toHaveBeenCalled();
});

it('ends at such a promise if configured to', async () => {
  const { end, rejected } = watched(true);
  void Promise.reject(new Error('forgotten'));
  await eventually(() => expect(end).toHaveBeenCalledWith(new Error('forgotten')));
  expect(rejected).toHaveBeenCalledOnce();
});

it('ends at an exception that nothing caught', async () => {
  const { lines, end } = watched();
  setImmediate(() => {
    throw new Error('out of a callback');
  });
  await eventually(() => expect(end).toHaveBeenCalledWith(new Error('out of a callback')));
  expect(lines).toMatchObject([{ level: 'error', error: { message: 'out of a callback' } }]);
});

function signalled() {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const before = new Set([...process.listeners('SIGTERM'), ...process.listeners('SIGHUP')]);
  const signal = setupSignalHandler();
  onTestFinished(() => {
    exit.mockRestore();
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      for (const each of process.listeners(name)) if (!before.has(each)) process.off(name, each);
  });
  return { exit, signal };
}

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('stops at %s, and exits at a second signal', (sent) => {
  const { exit, signal } = signalled();
  expect(signal.aborted).toBe(false);
  process.emit(sent, sent);
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toEqual(new Error(`the process received ${sent}`));
  expect(exit).not.toHaveBeenCalled();
  process.emit('SIGINT', 'SIGINT');
  expect(exit).toHaveBeenCalledWith(1);
});

it.each([
  { sent: 'SIGTERM', again: 'SIGTERM', afterMs: 1000, exits: false },
  { sent: 'SIGTERM', again: 'SIGTERM', afterMs: 1001, exits: true },
  { sent: 'SIGHUP', again: 'SIGHUP', afterMs: 0, exits: false },
  { sent: 'SIGHUP', again: 'SIGTERM', afterMs: 0, exits: true },
] as const)('counts what make sends a second time once: $sent, $again after $afterMs ms', (given) => {
  const { exit } = signalled();
  const now = vi.spyOn(performance, 'now');
  onTestFinished(() => now.mockRestore());
  now.mockReturnValue(5000);
  process.emit(given.sent, given.sent);
  now.mockReturnValue(5000 + given.afterMs);
  process.emit(given.again, given.again);
  expect(exit).toHaveBeenCalledTimes(given.exits ? 1 : 0);
});

it('continues silently when the log no longer has a reader', () => {
  const { lines, end } = watched();
  process.stderr.emit('error', new Error('write EPIPE'));
  expect(lines).toEqual([]);
  expect(end).not.toHaveBeenCalled();
});
