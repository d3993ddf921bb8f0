import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { sha256 } from '../../src/base/io/sha256.js';

/** The Go module of the helper. */
export const upstreamFolder = fileURLToPath(new URL('../../upstream', import.meta.url));

/**
 * Without these tags the linker keeps all methods of all types, which takes 30 MB: kustomize can load Go plug-ins, and
 * gRPC renders traces with templates.
 */
const tags = ['grpcnotrace', 'kustomize_disable_go_plugin_support'];

/** The same sources give the same bytes: no paths of this machine, and no state of its repository. */
const buildFlags = ['-trimpath', '-buildvcs=false', `-tags=${tags.join()}`, '-ldflags=-s -w'];

/** Options for running Go. */
export interface GoOptions {
  /** The platform as Node.js names it, such as `win32-x64`; that of this machine by default. */
  readonly platform?: string;
  /** The version of Go, such as `go1.26.8`, which is downloaded if it is not installed; the installed version by default. */
  readonly toolchain?: string;
}

/**
 * Builds the helper.
 * @throws Error with the output of Go
 */
export async function buildHelper(program: string, options: GoOptions = {}): Promise<void> {
  await go(['build', ...buildFlags, '-o', program, '.'], options);
}

/** Returns one line for each package that is linked into the helper, in a format for `go list`. */
export async function listLinked(format: string, options: GoOptions): Promise<readonly string[]> {
  const output = await go(['list', '-deps', `-tags=${tags.join()}`, '-f', format, '.'], options);
  return output.split('\n').filter((line) => line !== '');
}

/** Runs Go in the module of the helper, and returns its output. */
export async function go(args: readonly string[], { platform, toolchain = 'local' }: GoOptions = {}): Promise<string> {
  const env = { GOTOOLCHAIN: toolchain, GOWORK: 'off', GOFLAGS: '', CGO_ENABLED: '0', ...targetOf(platform) };
  return (await execa('go', args, { cwd: upstreamFolder, env })).stdout;
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
export function pinnedToolchain(): string {
  const [, version] = /^toolchain (\S+)$/m.exec(readModuleFile('go.mod')) ?? [];
  if (version === undefined) throw new Error('upstream/go.mod has no line `toolchain`');
  return version;
}

/** Returns a hash of the sources of the helper, and of the way it is built. */
export function hashOfSources(): string {
  const all = ['', 'gocode/'].flatMap((folder) =>
    readdirSync(join(upstreamFolder, folder)).map((name) => `${folder}${name}`),
  );
  const names = all.filter((name) => /\.(?:go|mod|sum)$/.test(name));
  return sha256(names.map((name) => `${name}\n${readModuleFile(name)}`).join('\0') + tags.join());
}

/** Returns a hash of the versions of all modules that can be linked into the helper. */
export function hashOfModules(): string {
  return sha256(`${readModuleFile('go.mod')}\0${readModuleFile('go.sum')}`);
}

function readModuleFile(name: string): string {
  return readFileSync(join(upstreamFolder, name), 'utf8');
}
