import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { controlPlaneCache, executableName } from '../../runtime/src/testing/environment/platform.js';
import { sha256 } from '../../src/base/io/sha256.js';

/** A program in Go that checks our output with the code of another project. Its module is in one folder. */
export interface GoProgram {
  readonly name: string;
  /** URL of the folder with `go.mod`, `go.sum` and `main.go`. */
  readonly folder: URL;
}

/** Returns the path of the program, whether or not it has been built. */
function pathOf({ name, folder }: GoProgram): string {
  const sources = ['go.mod', 'go.sum', 'main.go'].map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\0');
  return join(controlPlaneCache(), `${name}-${sha256(sources).slice(0, 16)}`, executableName(name));
}

/** Builds the program if it does not exist, and returns its path. */
export async function builtProgram(program: GoProgram): Promise<string> {
  const path = pathOf(program);
  if (existsSync(path)) return path;
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}.unfinished`;
  const env = { GOTOOLCHAIN: 'local', GOWORK: 'off', GOFLAGS: '', CGO_ENABLED: '0' };
  const cwd = fileURLToPath(program.folder);
  await execa('go', ['build', '-trimpath', '-buildvcs=false', '-o', unfinished, '.'], { cwd, env });
  renameSync(unfinished, path);
  return path;
}

/** Returns the path of the program. With `CI=true` it is built first; otherwise undefined if it has not been built. */
export async function programForTests(program: GoProgram): Promise<string | undefined> {
  if (process.env['CI'] === 'true') return builtProgram(program);
  return existsSync(pathOf(program)) ? pathOf(program) : undefined;
}
