import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';

// `npm run hunt -- --rounds 5 --runs 1000`: every test with random cases, with other seeds and more cases than in CI.

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '1' }, runs: { type: 'string', default: '1000' } },
});
const files = ['test', 'runtime/src']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
  .filter((path) => path.endsWith('.test.ts') && /from 'fast-check'|support\/seed/.test(readFileSync(path, 'utf8')));
const failed: string[] = [];
for (let round = 0; round < Number(values.rounds); round += 1) {
  const seed = String(randomInt(1_000_000));
  process.stdout.write(`SEED=${seed} RUNS=${values.runs}\n`);
  const { exitCode } = await execa('vitest', ['run', ...files], {
    env: { SEED: seed, RUNS: values.runs },
    preferLocal: true,
    stdio: 'inherit',
    reject: false,
  });
  if (exitCode !== 0) failed.push(seed);
}
process.stdout.write(failed.length === 0 ? 'nothing found\n' : `found with SEED=${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
