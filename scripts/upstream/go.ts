import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { sha256 } from '../../src/base/io/sha256.js';
import type { GoProgram } from './go-program.js';

/** Options for running Go. */
export interface GoOptions {
  /** The platform as Node.js names it, such as `win32-x64`; that of this machine by default. */
  readonly platform?: string;
  /** The version of Go, such as `go1.26.8`, which is downloaded if it is not installed; the installed version by default. */
  readonly toolchain?: string;
}

/** A program to build. */
export interface Buildable {
  /** The folder with go.mod and go.sum. */
  readonly folder: string;
  /** The Go package with its `main`; that of the folder by default. */
  readonly package?: string;
  readonly tags?: readonly string[];
  /** Values of Go variables that the linker sets. */
  readonly variables?: Readonly<Record<string, string>>;
}

/**
 * Builds a program into a file. The same sources give the same bytes: no paths of this machine, and no state of its repository.
 * @throws Error with the output of Go
 */
export async function build(program: Buildable, output: string, options: GoOptions = {}): Promise<void> {
  const values = Object.entries(program.variables ?? {}).map(([name, value]) => `-X ${name}=${value}`);
  const flags = ['-trimpath', '-buildvcs=false', tagsOf(program), `-ldflags=${['-s', '-w', ...values].join(' ')}`];
  await go(program, ['build', ...flags, '-o', output, program.package ?? '.'], options);
}

/** Returns one line for each package that is linked into a program, in a format for `go list`. */
export async function listLinked(program: GoProgram, format: string, options: GoOptions): Promise<readonly string[]> {
  const output = await go(program, ['list', '-deps', tagsOf(program), '-f', format, '.'], options);
  return output.split('\n').filter((line) => line !== '');
}

function tagsOf({ tags = [] }: Buildable): string {
  return `-tags=${tags.join()}`;
}

/** The environment in which programs are built: no newer toolchain is fetched, and no workspace or flag of the user changes the build. */
export const goEnvironment = { GOTOOLCHAIN: 'local', GOWORK: 'off', GOFLAGS: '', CGO_ENABLED: '0' };

/** Runs Go in the module of a program, and returns its output. */
export async function go(
  { folder }: Buildable,
  args: readonly string[],
  { platform, toolchain = 'local' }: GoOptions = {},
): Promise<string> {
  const env = { ...goEnvironment, GOTOOLCHAIN: toolchain, ...targetOf(platform) };
  return (await execa('go', args, { cwd: folder, env })).stdout;
}

const systems: Readonly<Record<string, string>> = { win32: 'windows' };
const processors: Readonly<Record<string, string>> = { x64: 'amd64' };

/** Returns Go's variables for a platform. */
export function targetOf(platform: string | undefined): Record<string, string> {
  if (platform === undefined) return {};
  const [system = '', processor = ''] = platform.split('-');
  return { GOOS: systems[system] ?? system, GOARCH: processors[processor] ?? processor };
}

/** Returns the version of Go that the packages are built with. */
export function pinnedToolchain(program: GoProgram): string {
  const [, version] = /^toolchain (\S+)$/m.exec(readModuleFile(program, 'go.mod')) ?? [];
  if (version === undefined) throw new Error(`${join(program.folder, 'go.mod')} has no line \`toolchain\``);
  return version;
}

/** Returns a hash of the sources of a program, and of the way it is built. */
export function hashOfSources(program: GoProgram): string {
  const all = program.sources.flatMap((folder) =>
    readdirSync(join(program.folder, folder)).map((name) => `${folder}${name}`),
  );
  const names = all.filter((name) => /\.(?:go|mod|sum)$/.test(name));
  return sha256(names.map((name) => `${name}\n${readModuleFile(program, name)}`).join('\0') + program.tags.join());
}

/** Returns a hash of the versions of all modules that can be linked into a program. */
export function hashOfModules(program: GoProgram): string {
  return sha256(`${readModuleFile(program, 'go.mod')}\0${readModuleFile(program, 'go.sum')}`);
}

function readModuleFile({ folder }: GoProgram, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}
