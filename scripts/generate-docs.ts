import { installAllFeatures } from '../src/features.js';
import { loadMarkers } from '../src/language/markers/registry.js';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { diagnosticsIndex } from './docs/diagnostics-index.js';
import { markerExamples } from './docs/marker-examples.js';
import { markersPage } from './docs/markers-page.js';
import { runtimeReference } from './docs/runtime-reference.js';
import { typesPage } from './docs/type-forms.js';

installAllFeatures();
await loadMarkers();

// Generates the pages of docs/ that are derived from the sources: `npm run docs`. They are committed; a test fails when
// they are stale. The reference of the runtime is generated from its build output.

// The page of markers shows them.
write(await markerExamples());
write({
  'reference/markers.md': markersPage(),
  'reference/types.md': typesPage(readFileSync(new URL('../docs/reference/types.md', import.meta.url), 'utf8')),
  'diagnostics/README.md': await diagnosticsIndex(),
  ...(await runtimeReference()),
});

function write(pages: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(pages)) {
    const file = fileURLToPath(new URL(`../docs/${path}`, import.meta.url));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
