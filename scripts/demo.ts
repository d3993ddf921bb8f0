import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

// What a newcomer sees first: an operator with one API, made, generated, checked and type-checked in a temporary folder.

const checkout = fileURLToPath(new URL('..', import.meta.url));
const cli = join(checkout, 'bin/operator-gen.js');
const folder = mkdtempSync(join(tmpdir(), 'operator-gen-demo-'));

async function run(...args: readonly string[]): Promise<void> {
  process.stdout.write(`\n$ operator-gen ${args.join(' ')}\n`);
  // The list of files is the tree below.
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
  // The checkout's own packages stand in for the ones that `npm install` would bring.
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
  process.stdout.write('\n$ tsc --noEmit\n');
  const tsc = join(checkout, 'node_modules/typescript/bin/tsc');
  await execa(process.execPath, [tsc, '--noEmit'], { cwd: folder, stdout: 'inherit', stderr: 'inherit' });
  process.stdout.write(`types are right\n\n${[...tree(folder)].join('\n')}\n\n`);
  process.stdout.write(readFileSync(join(folder, 'config/crd/bases/my.domain_webservers.yaml'), 'utf8'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
