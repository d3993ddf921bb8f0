import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { findTestAssets } from '../../runtime/src/testing/index.js';
import { problemOfTestRun } from '../support/test-run.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/tree.js';
import type { Files } from '../support/memory-disk.js';
import type { Problem } from './problem.js';
import { changes, type State } from './state.js';
import { editAs, isUserEdit } from './user.js';
import { writeFiles } from './write-files.js';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const cli = join(checkout, 'bin/operator-gen.js');

/** What says where packages come from: here from tarballs, which the project in memory does not. */
const ofPackages = ['package.json', '.operator-gen/scaffold.json', 'Dockerfile', '.dockerignore'];

/** What is tried in each, in this order. */
const trials: readonly (readonly [string, ...string[]])[] = [
  ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund'],
  ['npm', 'run', '--silent', 'lint'],
  ['npx', 'operator-gen', 'check'],
  ['npm', 'test', '--silent'],
  ['npm', 'run', '--silent', 'build'],
];

/**
 * Makes projects anew, with the command line as a process and on the disk, and does in each what its user does: it installs,
 * lints, is up to date, passes its tests and becomes one file.
 */
export async function judgeInstalled(
  states: readonly State[],
  report: (problem: Problem) => void,
  log: (line: string) => void,
): Promise<void> {
  const folder = makeTemporaryFolder();
  try {
    const env = await packedIn(folder);
    const first = await installedIn(folder, env);
    for (const [index, state] of states.entries()) {
      const root = join(folder.path, `project-${index}`);
      mkdirSync(root);
      // The code of an edit is not formatted.
      const all = state.isPlain ? trials : trials.toSpliced(1, 0, ['npm', 'run', '--silent', 'format']);
      const what = (await made(root, state, env)) ?? (await tried(root, all, first, env));
      if (what !== undefined) report({ lines: state.lines, what });
      rmSync(root, { recursive: true, force: true });
      log(`${index + 1} of ${states.length} installed, tested and bundled`);
    }
  } finally {
    folder.remove();
  }
}

type Environment = Readonly<Record<string, string>>;

async function packedIn({ path }: TemporaryFolder): Promise<Environment> {
  const packages = join(path, 'packages');
  mkdirSync(packages);
  for (const workspace of [[], ['--workspace', 'runtime']]) {
    await execa('npm', ['pack', '--silent', '--pack-destination', packages, ...workspace], { cwd: checkout });
  }
  const assets = await findTestAssets();
  return {
    CI: 'true',
    OPERATOR_GEN_PACKAGES: packages,
    ...(assets.found ? { KUBEBUILDER_ASSETS: assets.directory } : {}),
  };
}

/** A project with its dependencies, which all of them have. */
async function installedIn({ path }: TemporaryFolder, env: Environment): Promise<string> {
  const root = join(path, 'first');
  mkdirSync(root);
  await execa(process.execPath, [cli, 'init', '--skip-install'], { cwd: root, env });
  await execa('npm', ['install', '--no-audit', '--no-fund'], { cwd: root, env });
  return root;
}

/** Runs the lines of a state. Answers where the project is not what it is in memory. */
async function made(root: string, { lines, files }: State, env: Environment): Promise<string | undefined> {
  for (const line of lines) {
    if (isUserEdit(line)) {
      const before = readFiles(root);
      const edited = await editAs(before, line);
      writeFiles(root, edited);
      for (const path of before.keys()) if (!edited.has(path)) rmSync(join(root, path));
    }
    // Who changes types and markers runs it afterwards.
    const command = isUserEdit(line) ? 'manifests' : line;
    const { exitCode, all } = await execa(process.execPath, [cli, ...command.split(' ')], {
      cwd: root,
      env,
      all: true,
      reject: false,
    });
    if (exitCode !== 0) return `as a process, \`${command}\` exits with ${exitCode}: ${all}`;
  }
  const different = changes(files, readFiles(root)).filter((path) => !ofPackages.includes(path));
  return different.length === 0 ? undefined : `on the disk there is another ${different.join(', ')}`;
}

async function tried(root: string, all: typeof trials, first: string, env: Environment): Promise<string | undefined> {
  for (const name of ['package-lock.json', 'node_modules']) {
    cpSync(join(first, name), join(root, name), { recursive: true, verbatimSymlinks: true });
  }
  const project = readFileSync(join(root, 'PROJECT'), 'utf8');
  for (const [program, ...args] of all) {
    const { exitCode, all: said } = await execa(program, args, { cwd: root, env, all: true, reject: false });
    const problem = args[0] === 'test' ? problemOfTestRun(project, exitCode, said) : exited(exitCode);
    if (problem !== undefined) return `\`${[program, ...args].join(' ')}\` ${problem}: ${said}`;
  }
  return undefined;
}

function exited(exitCode: number | undefined): string | undefined {
  return exitCode === 0 ? undefined : `exits with ${exitCode}`;
}

/** What of a project is not packages. */
function readFiles(root: string): Files {
  return new Map(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .filter((path) => !path.startsWith('vendor/'))
      .toSorted()
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
}
