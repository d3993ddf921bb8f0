import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { GoldenCase } from './golden-cases.js';

const cli = fileURLToPath(new URL('../../bin/operator-gen.js', import.meta.url));

/** The folder with the committed projects. */
export const goldenFolder = fileURLToPath(new URL('../golden', import.meta.url));

/** Creates the project of a case in an empty folder, with the built command line. */
export async function scaffoldGolden({ commands }: GoldenCase, folder: string): Promise<void> {
  const env = { CI: 'true', OPERATOR_GEN_PACKAGES: '' };
  for (const command of commands) await execa(process.execPath, [cli, ...command], { cwd: folder, env });
}
