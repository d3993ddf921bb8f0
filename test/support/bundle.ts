import { join } from 'node:path';
import { build } from 'esbuild';
import { execa } from 'execa';
import { afterAll, beforeAll } from 'vitest';
import { makeTemporaryFolder } from './tree.js';

/** Bundles a script of the tests as one file that starts fast, and returns its path. Must be called in a `describe`. */
export function bundleOf(entry: URL): string {
  const folder = makeTemporaryFolder();
  const file = join(folder.path, 'script.mjs');
  beforeAll(async () => {
    // Some dependencies are CommonJS and ask for Node's own modules in its way.
    const banner = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
    await build({
      entryPoints: [entry.pathname],
      outfile: file,
      bundle: true,
      platform: 'node',
      format: 'esm',
      // Decorators are compiled away: no version of Node knows them.
      target: 'node20',
      banner: { js: banner },
      logLevel: 'silent',
    });
  });
  afterAll(folder.remove);
  return file;
}

/** Like `bundleOf`, for scripts that end by themselves. */
export function bundled(entry: URL) {
  const file = bundleOf(entry);
  return (...args: readonly string[]) => execa(process.execPath, [file, ...args], { reject: false });
}
