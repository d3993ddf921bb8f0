import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findTestAssets } from '../../runtime/src/testing/index.js';
import { reportText } from '../storm/report.js';
import { runStorm } from '../storm/storm.js';

const assets = await findTestAssets();

// The long one is `npm run storm`. The seed is in the test's name, so that what a random one finds can be seen again.
const seeds = [1, randomInt(2 ** 31)];

// Tried twice. A restore of etcd between two writes, such as the deletion of a ConfigMap and the end of its Foo's finalizer, may
// undo the first one alone, which no client can tell. `npm run storm` reports what it finds.
const options = { timeout: 300_000, retry: 1 };

describe.skipIf(!assets.found && process.env['CI'] !== 'true')('a storm of faults', options, () => {
  it.each(seeds)('loses nothing, and writes nothing wrong: npm run storm -- --seed %i --faults 60', async (seed) => {
    const report = await runStorm({ seed, faults: 60 });
    expect(report.problems, reportText(report)).toEqual([]);
  });
});
