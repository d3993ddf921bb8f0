import { describe, expect, it } from 'vitest';
import { createLogger, type LoggerOptions } from './logger.js';

function logged(options: LoggerOptions = {}) {
  const lines: string[] = [];
  return {
    log: createLogger({ ...options, write: (line) => lines.push(line) }),
    lines,
    last: () => JSON.parse(lines.at(-1)!) as Record<string, unknown>,
  };
}

describe('a log line', () => {
  it('is one JSON object with the time, the level, the message and the fields', () => {
    const { log, last } = logged();
    log.with({ controller: 'foo' }).info('done', { count: 3 });
    expect(last()).toEqual({
      ts: expect.stringMatching(/^\d{4}-.*Z$/),
      level: 'info',
      msg: 'done',
      controller: 'foo',
      count: 3,
    });
  });

  it('has an error with its stack and its cause', () => {
    const { log, last } = logged();
    log.error('failed', { error: new Error('outer', { cause: new Error('inner') }) });
    expect(last()['error']).toMatchObject({
      name: 'Error',
      message: 'outer',
      stack: expect.any(String),
      cause: { message: 'inner' },
    });
  });

  it('is written whatever its fields are', () => {
    const { log, last } = logged();
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    log.info('still there', { circle, big: 2n ** 64n });
    expect(last()['msg']).toBe('still there');
  });

  it('is left out below the level', () => {
    const { log, lines } = logged({ level: 'warn' });
    log.debug('a');
    log.info('b');
    log.warn('c');
    log.error('d');
    expect(lines).toHaveLength(2);
  });
});
