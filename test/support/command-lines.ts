import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const cli = fileURLToPath(new URL('../../bin/operator-gen.js', import.meta.url));
const main = new URL('../../dist/main.js', import.meta.url).href;

/** Does what bin/ does for each command line, until one fails. */
const program = `
import { main } from ${JSON.stringify(main)};
const [node, cli, lines] = process.argv;
for (const line of JSON.parse(lines)) {
  process.argv = [node, cli, ...line];
  await main();
  if (process.exitCode) break;
}`;

/**
 * Runs lines of the built command line in a folder, one after the other: in one process, because most of the time of a command is that
 * of its process, which starts Node.js and loads a compiler.
 * @throws Error of execa, with the output, for the first line that fails
 */
export async function runCommandLines(
  folder: string,
  lines: readonly (readonly string[])[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const args = ['--input-type=module', '--eval', program, cli, JSON.stringify(lines)];
  await execa(process.execPath, args, { cwd: folder, env });
}
