import { expect, it, onTestFinished, vi } from 'vitest';
import { guardedLogger } from './guarded-logger.js';
import type { Logger } from './logger.js';

it('survives a logger that throws, and warns once', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  onTestFinished(() => warn.mockRestore());
  const broken = (): never => {
    throw new Error('no pipe');
  };
  const lines: string[] = [];
  const note = (message: string): void => void lines.push(message);
  const half: Logger = { debug: broken, info: note, warn: broken, error: broken, with: () => half };
  for (const logger of [guardedLogger(half), guardedLogger({ ...half, with: broken })]) {
    for (const level of ['debug', 'info', 'warn', 'error'] as const) {
      logger[level]('told');
      logger.with({ a: 1 })[level]('told with fields');
    }
  }
  expect(lines).toEqual(['told', 'told with fields', 'told', 'told with fields']);
  expect(warn.mock.calls).toEqual([['the logger failed: Error: no pipe'], ['the logger failed: Error: no pipe']]);
});
