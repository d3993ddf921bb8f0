import { describe, expect, it } from 'vitest';
import { findTestAssets } from '../../runtime/src/testing/index.js';
import { reportText } from '../storm/report.js';
import { runStorm } from '../storm/storm.js';
import { seed } from '../support/seed.js';

const assets = await findTestAssets();

// The long one is `npm run storm`. This one is tried twice: a restore of etcd between two writes, such as the deletion of a
// ConfigMap and the end of its Foo's finalizer, may undo the first one alone, which no client can tell. The long one reports it.
const options = { timeout: 300_000, retry: 1 };

describe.skipIf(!assets.found && process.env['CI'] !== 'true')('a storm of faults', options, () => {
  it(`loses nothing, and writes nothing wrong: npm run storm -- --seed ${seed} --faults 60`, async () => {
    const report = await runStorm({ seed, faults: 60 });
    expect(report.problems, reportText(report)).toEqual([]);
  });
});
