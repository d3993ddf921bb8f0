import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { compareCrd, inTurns, note, type Sides, type Totals } from './agree.js';
import type { Json } from './random-value.js';

/** A CustomResourceDefinition in a file, as text and as data. */
interface RealCrd {
  readonly file: string;
  readonly text: string;
  readonly crd: Json;
}

/** Yields the CustomResourceDefinitions in the YAML files of a folder; files that are no plain YAML are skipped. */
function* crdsBelow(folder: string): Generator<RealCrd> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/\.ya?ml$/.test(file)) continue;
    const text = readFileSync(file, 'utf8');
    if (!/^kind: *CustomResourceDefinition/m.test(text)) continue;
    for (const document of parseAllDocuments(text, { logLevel: 'silent' })) {
      if (!('toJS' in document) || document.errors.length > 0) continue;
      const crd: Json = document.toJS({ maxAliasCount: 100 });
      const isCrd = crd?.kind === 'CustomResourceDefinition' && crd.apiVersion === 'apiextensions.k8s.io/v1';
      if (isCrd) yield { file, crd, text: String(document) };
    }
  }
}

/** Asks both sides about the definitions in the YAML files of a folder, such as the source code of other operators. */
export async function agreeAboutFiles(sides: Sides, folder: string, totals: Totals): Promise<void> {
  await inTurns([...crdsBelow(folder)], 4, async ({ file, crd, text }) => {
    const found = await compareCrd(sides, crd, text);
    totals.crds += 1;
    if (found.server.errors.length > 0) {
      totals.refusedCrds += 1;
      process.stderr.write(`refused: ${file}: ${found.server.errors[0]!.slice(0, 300)}\n`);
    }
    note(totals, { mutations: [file], crd }, found);
  });
}
