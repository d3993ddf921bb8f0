import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isUnderWay, parseRun, printRun, thisRun } from '../../../src/base/io/run.js';

describe('a run', () => {
  it('is named on the disk and read again', () => {
    const run = thisRun();
    expect(parseRun(printRun(run))).toEqual(run);
    expect(printRun(thisRun())).not.toBe(printRun(run));
  });

  it.each(['', '1-2', '1-2-xyz', '-1-2-00000000', '1-2-00000000-3', '../1-2-00000000', '1e9-2-00000000'])(
    'is not read from %j',
    (text) => {
      expect(parseRun(text)).toBeUndefined();
    },
  );

  it('is under way while its process is there, and for minutes at most', async () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20000)']);
    const run = { ...thisRun(), pid: child.pid! };
    expect(isUnderWay(run)).toBe(true);
    expect(isUnderWay({ ...run, startedAt: Date.now() - 600_000 })).toBe(false);
    child.kill();
    await once(child, 'exit');
    expect(isUnderWay(run)).toBe(false);
  });

  it('of this process is never under way elsewhere', () => {
    expect(isUnderWay(thisRun())).toBe(false);
  });
});
