import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FollowedLog } from '../../../src/base/io/followed-log.js';
import { temporaryFolder } from '../../support/tree.js';

it('passes on the lines of a log that is appended to, replaced, emptied and deleted', () => {
  const path = join(temporaryFolder(), 'log');
  writeFileSync(path, 'known\nbegun');
  let lines: string[] = [];
  const log = new FollowedLog(path, (line) => lines.push(line), 6);
  const linesAfter = (change: () => void): readonly string[] => {
    lines = [];
    change();
    log.read();
    return lines;
  };
  expect(linesAfter(() => appendFileSync(path, ' and ended\nb\n'))).toEqual(['begun and ended', 'b']);
  const replace = () => {
    appendFileSync(path, 'last\n');
    renameSync(path, `${path}.1`);
    writeFileSync(path, 'new\nä\n');
  };
  expect(linesAfter(replace)).toEqual(['last', 'new', 'ä']);
  expect(linesAfter(() => writeFileSync(path, 'c\n'))).toEqual(['c']);
  expect(linesAfter(() => rmSync(path))).toEqual([]);
  expect(linesAfter(() => writeFileSync(path, 'again\n'))).toEqual(['again']);
  log.close();
});

it('begins with what is added to a log, or with the log', () => {
  const [there, later] = [join(temporaryFolder(), 'log'), join(temporaryFolder(), 'log')];
  writeFileSync(there, 'old\n');
  const lines: string[] = [];
  const logs = [there, later].map((path) => new FollowedLog(path, (line) => lines.push(line)));
  appendFileSync(there, 'a\nb');
  writeFileSync(later, 'first\n');
  for (const each of logs) each.read();
  expect(lines).toEqual(['a', 'first']);
  for (const each of logs) each.close();
});
