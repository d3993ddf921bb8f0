import { fileURLToPath } from 'node:url';
import { runCommandLines } from './command-lines.js';
import type { GoldenCase } from './golden-cases.js';

/** Where the committed projects stand. */
export const goldenFolder = fileURLToPath(new URL('../golden', import.meta.url));

/** Creates the project of a case in an empty folder, with the built command line. */
export async function scaffoldGolden({ commands }: GoldenCase, folder: string): Promise<void> {
  await runCommandLines(folder, commands, { CI: 'true', OPERATOR_GEN_PACKAGES: '' });
}
