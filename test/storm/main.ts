import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { reportText } from './report.js';
import { runStorm } from './storm.js';

// `npm run storm -- --seed 7 --faults 1000`

const { values } = parseArgs({ options: { seed: { type: 'string' }, faults: { type: 'string', default: '1000' } } });
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
const faults = Number(values.faults);
if (!Number.isInteger(seed) || !Number.isInteger(faults) || faults < 1) {
  process.stderr.write('storm: --seed and --faults are whole numbers, and there is at least one fault\n');
  process.exit(2);
}
const started = performance.now();
const log = (line: string): void => {
  process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
};
log(`seed ${seed}, ${faults} faults: npm run storm -- --seed ${seed} --faults ${faults}`);
const report = await runStorm({ seed, faults, log });
await new Promise<void>((resolve) => process.stdout.write(reportText(report), () => resolve()));
// Not by itself: Node.js 20 now and then never comes to the end of closing what resets and hung handshakes have left.
process.exit(report.problems.length === 0 ? 0 : 1);
