import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';

const checkout = fileURLToPath(new URL('..', import.meta.url));

/** Writes the page of `dev` into a folder: a script, a style and the document that loads them. Returns its inputs. */
export async function bundlePage(outdir: string): Promise<Metafile['inputs']> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: checkout,
    entryPoints: ['page/src/main.tsx', 'page/src/page.css'].map((file) => ({ in: file, out: 'page' })),
    outdir,
    bundle: true,
    minify: true,
    format: 'esm',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    write: false,
    metafile: true,
    legalComments: 'none',
  });
  mkdirSync(outdir, { recursive: true });
  for (const { path, text } of outputFiles) writeFileSync(path, text);
  for (const each of ['index.html', 'icon.svg']) copyFileSync(join(checkout, 'page/src', each), join(outdir, each));
  return metafile.inputs;
}
