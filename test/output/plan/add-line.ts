import { setTimeout as sleep } from 'node:timers/promises';
import { DiagnosticsError } from '../../../src/base/diagnostics/diagnostic.js';
import { disk } from '../../../src/base/io/disk.js';
import { readOnce } from '../../../src/base/io/read-once.js';
import { apply } from '../../../src/output/plan/apply.js';
import { makePlan } from '../../../src/output/plan/make-plan.js';

// Run by concurrent.test.ts: adds lines to a file that other processes add to, one plan a line.
const [root, name, lines] = process.argv.slice(2) as [string, string, string];
const patience = 2000;
let tries = 0;
for (let n = 0; n < Number(lines);) {
  try {
    const host = readOnce(disk);
    const content = `${host.read(`${root}/list.txt`) ?? ''}${name}${n}\n`;
    apply(disk, root, makePlan(host, root, [{ path: 'list.txt', content, ownership: 'merged' }]).plan);
    n += 1;
  } catch (error) {
    tries += 1;
    if (!(error instanceof DiagnosticsError) || tries > patience) throw error;
    await sleep(Math.random() * 5);
  }
}
