import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { findTestAssets } from '../../runtime/src/testing/index.js';
import { reportText } from './report.js';
import { runSequences } from './sequences.js';

// `npm run sequences -- --seed 7 --length 4 --count 500 --installed 20 --edited 50`

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    length: { type: 'string', default: '4' },
    count: { type: 'string', default: '500' },
    installed: { type: 'string', default: '20' },
    edited: { type: 'string', default: '0' },
  },
});
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
const [length, count, installed, edited] = [values.length, values.count, values.installed, values.edited].map(
  Number,
) as [number, number, number, number];
if (![seed, length, count, installed, edited].every((each) => Number.isInteger(each) && each >= 0)) {
  process.stderr.write('sequences: --seed, --length, --count, --installed and --edited are whole numbers\n');
  process.exit(2);
}
const started = performance.now();
const log = (line: string): void => {
  process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
};
log(
  `npm run sequences -- --seed ${seed} --length ${length} --count ${count} --installed ${installed} --edited ${edited}`,
);
const { found: withApiServer } = await findTestAssets();
const report = await runSequences({ seed, length, count, installed, edited, withApiServer, log });
process.stdout.write(reportText(report));
process.exitCode = report.problems.length === 0 ? 0 : 1;
