import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

// Packs both packages into one folder: `npm run pack:local -- <folder>`. They are not published yet; `init` copies them
// from the folder named by OPERATOR_GEN_PACKAGES into the new project.

const checkout = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(process.env['INIT_CWD'] ?? '.', process.argv[2] ?? 'packages');

mkdirSync(folder, { recursive: true });
const options = { cwd: checkout, stdio: 'inherit' } as const;
await execa('npm', ['run', 'build'], options);
await execa(
  'npm',
  ['pack', '--silent', '--pack-destination', folder, '--workspace', 'runtime', '--include-workspace-root'],
  options,
);
process.stdout.write(`OPERATOR_GEN_PACKAGES=${folder}\n`);
