import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { builtinModules } from '../../scripts/builtin-modules.js';

// Joins what tsc has written into a few files, in its place: `tsx runtime/scripts/bundle.ts` after `tsc -p runtime`. Node needs
// four times as long to load 160 small modules as to load one. The declarations stay as they are.

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const scripts = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.js(\.map)?$/.test(file))
  .map((file) => join(dist, file));
const isEntry = (file: string): boolean =>
  /dist[/\\]((api|testing)[/\\])?index\.js$|dist[/\\]testing[/\\]global-setup\.js$|dist[/\\]k8s[/\\].*\.js$/.test(file);

const { outputFiles } = await build({
  entryPoints: scripts.filter(isEntry),
  outdir: dist,
  outbase: dist,
  bundle: true,
  // Entries share their modules, so that there is one class of each.
  splitting: true,
  chunkNames: 'shared/[name]-[hash]',
  packages: 'external',
  plugins: [builtinModules],
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  write: false,
  allowOverwrite: true,
});
for (const file of scripts) rmSync(file);
for (const { path, text } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, withoutBareImports(path, text));
}

/** Importing a module of ours does nothing, and whoever bundles an import of nothing is warned of it. The lines stay where they are. */
function withoutBareImports(path: string, text: string): string {
  return path.endsWith('.js') ? text.replaceAll(/^import "\.[^"]*";$/gm, '') : text;
}
