import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileTemplates } from '../src/project/layout/templates.js';
import { bundle } from './bundle.js';
import { linkCli } from './link-cli.js';
import { keepPublicDeclarations } from './public-declarations.js';

// The last step of `npm run build`, after `tsc -p tsconfig.build.json`, which has written the declarations.

const dist = fileURLToPath(new URL('../dist', import.meta.url));

await bundle(dist);
// What is built does not compile its templates in every run.
writeFileSync(join(dist, 'templates.cjs'), compileTemplates());
keepPublicDeclarations(dist, ['index.d.ts', 'deployment/tests/index.d.ts']);
linkCli();
