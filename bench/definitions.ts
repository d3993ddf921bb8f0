import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = new URL('../examples/cronjob/config/crd/bases/batch.example.com_cronjobs.yaml', import.meta.url);

/** Size of all definitions together, in bytes, such as those of a large operator. */
const size = 4_500_000;

/** Writes CustomResourceDefinitions with Pod templates into a folder, each of another group. */
export function largeDefinitions(folder: string): void {
  const text = readFileSync(fileURLToPath(source), 'utf8');
  for (let index = 0; index * text.length < size; index += 1) {
    writeFileSync(join(folder, `${index}.yaml`), text.replaceAll('batch.example.com', `batch${index}.example.com`));
  }
}
