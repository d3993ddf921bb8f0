import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { goldenCases } from '../test/support/golden-cases.js';
import { packTemplates } from './pack-templates.js';
import { goldenFolder, scaffoldGolden } from '../test/support/scaffold-golden.js';

// Regenerates the committed projects: `npm run golden`. The diff shows what changes for users.

for (const each of goldenCases) {
  const folder = join(goldenFolder, each.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await scaffoldGolden(each, folder);
  process.stdout.write(`test/golden/${each.name}\n`);
}

// From the PROJECT files of these projects.
for (const path of packTemplates()) process.stdout.write(`${path}\n`);
