import { parseArgs } from 'node:util';
import { locateHelper } from '../../src/base/helper/locate.js';
import { cost, fuzzHelper } from './fuzz.js';

// `npm run fuzz:upstream -- --inputs 100000 --seed 1`: random inputs for the helper with the API server's code. Repeat one
// with `--from`.

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
  },
});
const helper = locateHelper(process.env);
if (helper === undefined) throw new Error('There is no helper: run `npm run upstream`.');
const [seed, inputs, from] = [Number(values.seed), Number(values.inputs), Number(values.from)];
const onProgress = (done: number): void => {
  if (done % 1000 === 0) process.stderr.write(`${done} inputs\n`);
};
const { failures, slowest, memory, sorts } = await fuzzHelper(helper.path, { seed, inputs, from, onProgress });

for (const each of failures) {
  process.stdout.write(`--seed ${seed} --from ${each.index} --inputs 1: ${each.reason}\n${each.line.slice(0, 2000)}\n`);
}
process.stdout.write(
  `${inputs} inputs with seed ${seed}, ${failures.length} failures, peak of memory ${Math.round(memory)} MiB\n`,
);
for (const [sort, count] of Object.entries(sorts)) process.stdout.write(`${sort}: ${count}\n`);
for (const each of slowest) {
  process.stdout.write(
    `input ${each.index}: ${Math.round(cost(each))} ms of processor time, ${Math.round(each.time)} ms\n`,
  );
}
process.exitCode = failures.length === 0 ? 0 : 1;
