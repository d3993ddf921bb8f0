import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { goldenCases } from '../test/support/golden-cases.js';
import { goldenFolder, scaffoldGolden } from '../test/support/scaffold-golden.js';

// Makes the committed projects anew: `npm run golden`. What changed in them is what changes for users: look at the diff.

for (const each of goldenCases) {
  const folder = join(goldenFolder, each.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await scaffoldGolden(each, folder);
  process.stdout.write(`test/golden/${each.name}\n`);
}
