import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as tsMorph from 'ts-morph';
import { loadFromCode } from './code-cache.js';

export type { ts } from 'ts-morph';

/** The TypeScript compiler bundled with ts-morph, independent of the version in the user's project. */
export const typescript = loadCompiler();

function loadCompiler(): typeof tsMorph.ts {
  // Required instead of imported: the ES module loader first scans 9 MB of CommonJS for export names, which costs 80 ms
  // per run.
  const require = createRequire(import.meta.url);
  return loadAlone(require) ?? (require('ts-morph') as typeof tsMorph).ts;
}

/** Loads the compiler without ts-morph around it. Undefined if it is not at the path of this version of ts-morph. */
function loadAlone(require: NodeJS.Require): typeof tsMorph.ts | undefined {
  try {
    const inside = createRequire(require.resolve('ts-morph'));
    const path = join(dirname(inside.resolve('@ts-morph/common')), 'typescript.js');
    const compiler = (loadFromCode(path) ?? inside(path)) as typeof tsMorph.ts;
    return typeof compiler.createProgram === 'function' ? compiler : undefined;
  } catch {
    return undefined;
  }
}
