import { describe, expect, inject, it } from 'vitest';
import { reportText } from '../sequences/report.js';
import { runSequences } from '../sequences/sequences.js';
import { seed } from '../support/seed.js';

const withApiServer = inject('controlPlanes').available;

// The long one is `npm run sequences`.

describe('sequences of commands', { timeout: 600_000 }, () => {
  it(`leave a project that works: npm run sequences -- --seed ${seed} --length 1 --count 3 --installed 0 --edited 1`, async () => {
    const report = await runSequences({ seed, length: 1, count: 3, installed: 0, edited: 1, withApiServer });
    expect(report.problems, reportText(report)).toEqual([]);
  });
});
