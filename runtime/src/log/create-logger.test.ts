import { describe, expect, it } from 'vitest';
import { oddValues } from '../../../test/support/odd-values.js';
import { createLogger, type LoggerOptions } from './create-logger.js';

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

  it('has every error of an AggregateError, which is what a refused connection is', () => {
    const { log, last } = logged();
    log.error('failed', {
      error: new AggregateError([new Error('ECONNREFUSED ::1'), new Error('ECONNREFUSED 127.0.0.1')]),
    });
    expect(last()['error']).toMatchObject({
      errors: [{ message: 'ECONNREFUSED ::1' }, { message: 'ECONNREFUSED 127.0.0.1' }],
    });
  });

  it('is written whatever its fields are, and the others stay what they are', () => {
    const { log, last } = logged();
    const circle: Record<string, unknown> = Object.assign(Object.create(null), { name: 'circle' });
    circle['self'] = circle;
    const failing = {
      toJSON: () => {
        throw new Error('no');
      },
    };
    log.info('still there', { circle, failing, big: 2n ** 64n, error: new Error('why'), count: 3 });
    expect(last()).toMatchObject({
      msg: 'still there',
      circle: expect.stringContaining("name: 'circle'"),
      failing: expect.any(String),
      big: '18446744073709551616',
      error: { message: 'why' },
      count: 3,
    });
  });

  it.each(oddValues)('is written with %s', (_, make) => {
    for (const format of ['json', 'console'] as const) {
      const { log, lines } = logged({ format });
      log.error('failed', { error: make(), cause: new Error('outer', { cause: make() }), count: 3 });
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain('failed');
      expect(lines[0]).toContain('"count":3');
    }
  });

  it('is left out below the level', () => {
    const { log, lines } = logged({ level: 'warn' });
    log.debug('a');
    log.info('b');
    log.warn('c');
    log.error('d');
    expect(lines).toHaveLength(2);
  });

  it('is for people where that is asked for: the stack of an error is below, whatever else is written', () => {
    const { log, lines } = logged({ format: 'console', level: 'debug' });
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    log.info('plain');
    log
      .with({ logger: 'cache' })
      .warn('failed', { count: 3, circle, error: new Error('outer', { cause: new Error('inner') }) });
    expect(lines[0]).toMatch(/^\d{4}-\S+Z\tINFO\tplain$/);
    const [first, ...stack] = lines[1]!.split('\n');
    expect(first).toMatch(/^\S+Z\tWARN\tcache\tfailed\t\{"count":3,"circle":".*","error":"outer"\}$/);
    expect(stack[0]).toBe('Error: outer');
    expect(stack.join('\n')).toMatch(/at .*logger\.test\.ts[^]*\[cause\]: Error: inner/);
  });
});

describe('what others wrote neither steers a terminal nor forges a line', () => {
  const bad = 'bad\u001B]0;owned\u0007\u001B[31m\u009B\u2028\u202E\r\n2026-11-22T00:00:00Z\tINFO\tforged';
  const controls = /(?![\t\n])[\p{Cc}\u2028\u202E]/u;

  it.each<[string, object]>([
    ['an error', { error: new Error(bad) }],
    ['the cause of an error', { error: new Error('outer', { cause: new Error(bad) }) }],
    ['the parts of an error', { error: Object.assign(new Error('outer'), { body: bad }) }],
    ['one of several errors', { error: new AggregateError([new Error(bad)], bad) }],
    ['a field', { name: bad }],
    ['the name of a field', { [bad]: 1 }],
    ['the logger', { logger: bad }],
  ])('in %s', (_, fields) => {
    for (const format of ['console', 'json'] as const) {
      const { log, lines } = logged({ format });
      log.error('failed', fields as never);
      log.error(bad);
      for (const line of lines) {
        expect(line).not.toMatch(controls);
        if (format === 'console') expect(line).toContain('forged');
        expect(
          line
            .split('\n')
            .slice(1)
            .filter((each) => each.startsWith('20')),
        ).toEqual([]);
      }
      if (format === 'json') expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['failed', bad]);
    }
  });
});
