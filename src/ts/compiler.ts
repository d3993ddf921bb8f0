import { createRequire } from 'node:module';
import type * as tsMorph from 'ts-morph';

export type { ts } from 'ts-morph';

// Required, not imported: the ES module loader first scans 9 MB of CommonJS for export names, which costs 80 ms a run.
const { ts } = createRequire(import.meta.url)('ts-morph') as typeof tsMorph;

/** The TypeScript compiler that ts-morph carries: independent of the version that the user's project has. */
export const typescript = ts;
