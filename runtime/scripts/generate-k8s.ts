import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { placeModels } from './place-models.js';
import { printFiles } from './print-models.js';
import { readKinds } from './read-kinds.js';
import { readModels } from './read-models.js';

// Writes the built-in types of @operator-gen/runtime/k8s: `tsx runtime/scripts/generate-k8s.ts [folder]`.

const output = process.argv[2] ?? fileURLToPath(new URL('../src/k8s', import.meta.url));
// Never imported: the package does not load on every Node that we support. Its files are read.
const gen = join(dirname(createRequire(import.meta.url).resolve('@kubernetes/client-node')), 'gen');

const models = readModels(join(gen, 'models'));
const kinds = readKinds(join(gen, 'apis'));
const files = printFiles({ models, kinds, places: placeModels(models, kinds) });

for (const [file, text] of files) {
  const path = join(output, `${file}.ts`);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
for (const entry of existsSync(output) ? readdirSync(output, { recursive: true, withFileTypes: true }) : []) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && !files.has(relative(output, path).replace(/\.ts$/, ''))) rmSync(path);
}
