import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markersPage } from './docs/markers-page.js';

// Writes the pages of docs/ that follow from the sources: `npm run docs`. They are committed; a test says when they are old.

const page = fileURLToPath(new URL('../docs/reference/markers.md', import.meta.url));
mkdirSync(dirname(page), { recursive: true });
writeFileSync(page, markersPage());
