import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileTemplates } from '../src/layout/templates.js';

// The last step of `npm run build`, so that the build output does not compile its templates in every run.
writeFileSync(fileURLToPath(new URL('../dist/templates.cjs', import.meta.url)), compileTemplates());
