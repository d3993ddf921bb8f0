import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bundle } from '../../../scripts/bundle.js';
import { compileTemplates } from '../../../src/project/layout/templates.js';

const repository = resolve(import.meta.dirname, '../../..');

/** The command line as it is shipped, built from the sources as they are when the tests begin, in a folder of its own. */
export interface BuiltCli {
  readonly bin: string;
  readonly folder: string;
  remove(): void;
}

/** @param ready the folder of one that is built already, of which this one is a copy */
export async function buildCli(ready?: string): Promise<BuiltCli> {
  const folder = mkdtempSync(join(tmpdir(), 'operator-gen-built-'));
  const dist = join(folder, 'dist');
  if (ready === undefined) {
    await bundle(dist);
    writeFileSync(join(dist, 'templates.cjs'), compileTemplates());
  } else cpSync(join(ready, 'dist'), dist, { recursive: true });
  for (const name of ['bin', 'package.json']) cpSync(join(repository, name), join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'templates']) symlinkSync(join(repository, name), join(folder, name));
  return {
    bin: join(folder, 'bin/operator-gen.js'),
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The environment of a user: none of what a test runner or a CI adds. The helper may be built on this machine or not. */
export function userEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, OPERATOR_GEN_UPSTREAM: 'none', ...extra };
}

/** Where the built command line keeps what is not committed. */
function places(folder: string): Record<string, string> {
  return { XDG_CACHE_HOME: join(folder, 'cache'), XDG_STATE_HOME: join(folder, 'state') };
}

/** Runs the built command line as a process. */
export function spawnCli(
  { bin, folder }: BuiltCli,
  argv: readonly string[],
  options: {
    cwd: string;
    env?: Record<string, string>;
    node?: readonly string[];
    /** Path of the Node.js executable; that of the tests by default. */
    program?: string;
    input?: string;
    uid?: number;
    gid?: number;
  },
) {
  const { status, stdout, stderr } = spawnSync(
    options.program ?? process.execPath,
    [...(options.node ?? []), bin, ...argv],
    {
      cwd: options.cwd,
      env: userEnvironment({ ...places(folder), ...options.env }),
      encoding: 'utf8',
      input: options.input ?? '',
      timeout: 60_000,
      ...(options.uid === undefined ? {} : { uid: options.uid }),
      ...(options.gid === undefined ? {} : { gid: options.gid }),
    },
  );
  return { exitCode: status, stdout, stderr };
}
