import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { shares } from './shares.js';

// `npm run test:full -- charts storm --seed 7 --times 10`: these shares of what `npm test` leaves out; all of them if none is named.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, times: { type: 'string', default: '10' } },
});
const names = Object.keys(shares);
const seed = values.seed === undefined ? randomInt(1_000_000) : Number(values.seed);
const times = Number(values.times);
const unknown = positionals.filter((each) => !names.includes(each));
if (unknown.length > 0 || ![seed, times].every(Number.isInteger) || times < 1) {
  process.stderr.write(`test:full: the shares are ${names.join(', ')}; --seed and --times are whole numbers\n`);
  process.exit(2);
}
const env = { SEED: String(seed), FULL: String(times) };
const rows: string[] = [];
for (const name of positionals.length === 0 ? names : positionals) {
  const [file = '', ...words] = shares[name]!({ seed, times });
  process.stdout.write(`${name}: SEED=${seed} FULL=${times} ${file} ${words.join(' ')}\n`);
  const started = performance.now();
  const { exitCode } = await execa(file, words, { env, preferLocal: true, stdio: 'inherit', reject: false });
  if (exitCode !== 0) process.exitCode = 1;
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  rows.push(`${name.padEnd(12)} ${minutes.padStart(6)} min  ${exitCode === 0 ? 'passed' : 'failed'}`);
}
process.stdout.write(`\nnpm run test:full -- --seed ${seed} --times ${times}\n${rows.join('\n')}\n`);
