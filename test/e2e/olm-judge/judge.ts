import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { controlPlaneCache, executableName } from '../../../runtime/src/testing/environment/platform.js';
import { sha256 } from '../../../src/io/sha256.js';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** The verdict of the validators of operator-framework about a bundle. */
export interface Verdict {
  /** The reason why the bundle was not read. */
  readonly problem?: string;
  readonly suites?: Readonly<
    Record<string, { readonly errors: readonly string[]; readonly warnings: readonly string[] }>
  >;
}

/** Returns the path of the program with the validators, whether or not it has been built. */
function judgePath(): string {
  const sources = ['go.mod', 'go.sum', 'main.go'].map((name) => readFileSync(join(folder, name), 'utf8')).join('\0');
  return join(controlPlaneCache(), `olm-judge-${sha256(sources).slice(0, 16)}`, executableName('olm-judge'));
}

/** Returns the path of the program. With `CI=true` it is built first; otherwise undefined if it has not been built. */
export async function judgeForTests(): Promise<string | undefined> {
  if (process.env['CI'] === 'true') return builtJudge();
  return existsSync(judgePath()) ? judgePath() : undefined;
}

/** Builds the program unless it is there. */
export async function builtJudge(): Promise<string> {
  const path = judgePath();
  if (existsSync(path)) return path;
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}.unfinished`;
  const env = { GOTOOLCHAIN: 'local', GOWORK: 'off', GOFLAGS: '', CGO_ENABLED: '0' };
  await execa('go', ['build', '-trimpath', '-buildvcs=false', '-o', unfinished, '.'], { cwd: folder, env });
  renameSync(unfinished, path);
  return path;
}

/** Returns the verdicts about bundles, by their folders. */
export async function verdictsOf(
  judge: string,
  folders: readonly string[],
): Promise<Readonly<Record<string, Verdict>>> {
  const { stdout } = await execa(judge, [...folders], { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as Record<string, Verdict>;
}
