import { expect, it } from 'vitest';
import { createLogger } from '../log/create-logger.js';
import { warningLogger, warningsOf } from './warnings.js';

it.each([
  ['299 - "batch/v1beta1 CronJob is deprecated"', ['batch/v1beta1 CronJob is deprecated']],
  [String.raw`299 - "unknown field \"a, b\"", 299 - "back\\slash"`, ['unknown field "a, b"', String.raw`back\slash`]],
  ['299 host:80 "dated" "Wed, 21 Oct 2015 07:28:00 GMT"', ['dated']],
  ['nonsense', []],
  [undefined, []],
])('reads %s', (header, texts) => {
  expect(warningsOf(header)).toEqual(texts);
});

it('says each once, and does not remember forever', () => {
  const lines: string[] = [];
  const tell = warningLogger(createLogger({ write: (line) => lines.push(line) }));
  const answer = { method: 'GET', host: 'h', code: 200, seconds: 0 };
  for (let round = 0; round < 2; round += 1) tell({ ...answer, warnings: ['old', 'unknown'] });
  tell(answer);
  expect(lines).toHaveLength(2);
  for (let index = 0; index < 1000; index += 1) tell({ ...answer, warnings: [`one ${index}`] });
  tell({ ...answer, warnings: ['old'] });
  expect(lines).toHaveLength(2 + 1000 + 1);
});
