import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Copies the validation of values, and what it imports, into the runtime, whose tests of conversions use it too. Each package
// is compiled and published alone, and a third one for both would be one more to install.

const source = fileURLToPath(new URL('../src/base', import.meta.url));
const output = fileURLToPath(new URL('../runtime/src/validation', import.meta.url));
const start = 'values/fits.ts';

/** Returns a file and the files that it imports, with their texts. */
function withImports(file: string, found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (found.has(file)) return found;
  const text = readFileSync(join(source, file), 'utf8');
  found.set(file, text);
  for (const [, path = ''] of text.matchAll(/ from '(\.[^']+)\.js';/g)) {
    withImports(`${join(dirname(file), path).replaceAll('\\', '/')}.ts`, found);
  }
  return found;
}

rmSync(output, { recursive: true, force: true });
for (const [file, text] of withImports(start)) {
  const path = join(output, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `// Generated from src/base/${file}; changes made here are lost.\n${text}`);
}
