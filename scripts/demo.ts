import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

// Runs the first steps of a new user: scaffolds an operator with one API in a temporary folder, generates its
// manifests, checks them, and type-checks the code.

const checkout = fileURLToPath(new URL('..', import.meta.url));
const cli = join(checkout, 'bin/operator-gen.js');
const folder = mkdtempSync(join(tmpdir(), 'operator-gen-demo-'));

async function run(...args: readonly string[]): Promise<void> {
  process.stdout.write(`\n$ operator-gen ${args.join(' ')}\n`);
  // The list of files is omitted because the tree below shows it.
  await execa(process.execPath, [cli, ...args], { cwd: folder, stdout: 'ignore', stderr: 'inherit' });
}

function* tree(path: string, indent = ''): Generator<string> {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    yield `${indent}${entry.name}${entry.isDirectory() ? '/' : ''}`;
    if (entry.isDirectory()) yield* tree(join(path, entry.name), `${indent}  `);
  }
}

try {
  await run('init', '--project-name', 'webserver-operator', '--skip-install');
  await run('create', 'api', '--version', 'v1', '--kind', 'WebServer');
  await run('manifests');
  await run('check');
  // The checkout's own packages replace those that `npm install` would install.
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
  process.stdout.write('\n$ tsc --noEmit\n');
  const tsc = join(checkout, 'node_modules/typescript/bin/tsc');
  await execa(process.execPath, [tsc, '--noEmit'], { cwd: folder, stdout: 'inherit', stderr: 'inherit' });
  process.stdout.write(`types are right\n\n${[...tree(folder)].join('\n')}\n\n`);
  process.stdout.write(readFileSync(join(folder, 'config/crd/bases/my.domain_webservers.yaml'), 'utf8'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
