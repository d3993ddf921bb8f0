import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));

/**
 * Installs this package, with its programs, in its own `node_modules`: the projects of tests and of `npm run demo` use
 * that folder, and import `operator-gen/testing`.
 */
export function linkCli(): void {
  link('..', 'operator-gen');
  for (const program of ['operator-gen', 'operator-gen-cluster'])
    link(`../operator-gen/bin/${program}.js`, `.bin/${program}`);
}

function link(target: string, name: string): void {
  const path = join(modules, name);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true, recursive: true });
  symlinkSync(target, path, name.startsWith('.bin/') ? 'file' : 'junction');
}
