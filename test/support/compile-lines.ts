import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { makeTemporaryFolder } from './tree.js';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** Packages of package.json that each have a `tsc`: users install their own version. */
export const compilers = ['typescript-5.9', 'typescript-6', 'typescript'];

const usual = { strict: true, noEmit: true, target: 'es2022', module: 'nodenext', skipLibCheck: true, types: [] };

/**
 * Returns the lines in which a compiler finds an error, in one run over all of them.
 * @param head code before the lines, which must compile
 */
export async function linesWithErrors(
  compiler: string,
  head: string,
  lines: readonly string[],
  more: object = {},
): Promise<ReadonlySet<string>> {
  const { path, remove } = makeTemporaryFolder();
  try {
    mkdirSync(join(path, 'src'));
    symlinkSync(modules, join(path, 'node_modules'));
    writeFileSync(join(path, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(path, 'src/all.ts'), [head, ...lines, ''].join('\n'));
    const compilerOptions = { ...usual, ...more };
    writeFileSync(join(path, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['src/all.ts'] }));
    const args = [join(modules, compiler, 'bin/tsc'), '-p', '.', '--pretty', 'false'];
    const { stdout } = await execa(process.execPath, args, { cwd: path, reject: false });
    const errors = [...stdout.matchAll(/^(.*)\((\d+),\d+\): error/gm)];
    const before = head.split('\n').length;
    const elsewhere = errors.filter(([, file, line]) => file !== 'src/all.ts' || Number(line) <= before);
    if (errors.length === 0 || elsewhere.length > 0) throw new Error(`${compiler} did not get to the lines: ${stdout}`);
    return new Set(errors.map(([, , line]) => lines[Number(line) - before - 1]!));
  } finally {
    remove();
  }
}
