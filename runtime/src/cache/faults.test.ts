import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '../log/create-logger.js';
import { ApiError, type Status } from '../transport/api-error.js';
import { ErrorEvent } from './watch-event.js';
import { Faults } from './faults.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function logged() {
  const lines: string[] = [];
  const log = createLogger({ level: 'debug', write: (line) => lines.push(line) });
  const faults = new Faults('webs', (thrown) => (thrown as Error).message, log);
  const levels = () => lines.map((line) => (JSON.parse(line) as { level: string }).level);
  return { faults, levels };
}

const passing: readonly (readonly [string, Error])[] = (
  [
    ['an expired version', { code: 410, reason: 'Expired', message: 'too old resource version: 1 (2)' }],
    ['a continue token that is gone', { code: 410, reason: 'Gone', message: 'gone' }],
    ['a CRD just installed', { code: 429, reason: 'TooManyRequests', message: 'storage is (re)initializing' }],
    ['a server that starts', { code: 503, reason: 'ServiceUnavailable', message: 'not ready' }],
  ] satisfies [string, Status][]
).map(([name, status]) => [name, new ApiError(status)]);

const event = new ErrorEvent({ code: 410, reason: 'Expired' }, 'watch webs');

it.each<readonly [string, Error]>([...passing, ['an event of a watch', event]])(
  '%s is a warning only when it lasts',
  (_name, error) => {
    const { faults, levels } = logged();
    faults.failed(error);
    vi.advanceTimersByTime(1000);
    faults.failed(error);
    // What the readiness probe and the start report is not delayed.
    expect(faults.last?.cause).toBe(error);
    faults.works();
    vi.advanceTimersByTime(60_000);
    faults.failed(error);
    expect(levels()).toEqual(['debug', 'debug', 'debug']);
    vi.advanceTimersByTime(5000);
    faults.failed(error);
    faults.works();
    expect(levels().slice(3)).toEqual(['warn', 'info']);
  },
);

it('another fault is a warning at once, and one that passes after it is not', () => {
  const { faults, levels } = logged();
  const missing = new ApiError({ code: 404, reason: 'NotFound', message: 'the server could not find it' });
  faults.failed(missing);
  vi.advanceTimersByTime(30_000);
  faults.failed(missing);
  faults.failed(passing[2]![1]);
  faults.works();
  expect(levels()).toEqual(['warn', 'debug', 'info']);
});
