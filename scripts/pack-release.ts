import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { readReleases } from '../src/project/layout/releases.js';
import { archiveProblem } from './pack-templates.js';
import { packCli } from './upstream/packages.js';
import { packAll } from './upstream.js';

// Packs everything that is published into one folder: `npm run pack:release -- <folder>`. Unlike the tarball of
// `npm run pack:local`, operator-gen depends on its helpers, so `npm ci` needs a registry that has them.

const checkout = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(process.env['INIT_CWD'] ?? '.', process.argv[2] ?? 'packages');

const problem = archiveProblem(readReleases());
if (problem !== undefined) throw new Error(problem);

const options = { cwd: checkout, stdio: 'inherit' } as const;
await execa('npm', ['run', 'build'], options);
process.stdout.write(await packAll(folder));
await execa('npm', ['pack', '--silent', '--pack-destination', folder, '--workspace', 'runtime'], options);
process.stdout.write(`${await packCli(folder)}\n`);
