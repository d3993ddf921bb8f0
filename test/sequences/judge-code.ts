import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { makeTemporaryFolder } from '../support/tree.js';
import type { Files } from '../support/memory-disk.js';
import type { Problem } from './problem.js';
import { differentStates } from './different-states.js';
import type { State } from './state.js';
import { otherEdits } from './user.js';
import { writeFiles } from './write-files.js';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const require = createRequire(import.meta.url);

/** What the compiler and the linter are told by: the same in every project, as they have no say in what is scaffolded. */
const settings = ['tsconfig.json', '.oxlintrc.json', 'package.json'];

const isCode = (path: string): boolean => /\.[jt]s$/.test(path);

/** So many projects are one program at a time: their dependencies are read and checked once for all of them. */
const atOnce = 250;

/**
 * Type-checks and lints the code of projects, many of them as one program: their files are modules, and know of each other by
 * relative paths only.
 * @returns how many there were whose code is not that of another one
 */
export async function judgeCode(states: readonly State[], report: (problem: Problem) => void): Promise<number> {
  const different = differentStates(states, (path) => isCode(path) || settings.includes(path));
  // Settings are those of a project without edits.
  const usual = different.find(({ lines }) => !lines.some((line) => otherEdits.includes(line)))?.files;
  if (usual === undefined) throw new Error('no project is without edits');
  for (let first = 0; first < different.length; first += atOnce) {
    await judgeBatch(different.slice(first, first + atOnce), usual, report);
  }
  return different.length;
}

async function judgeBatch(states: readonly State[], usual: Files, report: (problem: Problem) => void): Promise<void> {
  const folder = makeTemporaryFolder();
  try {
    symlinkSync(modules, join(folder.path, 'node_modules'));
    // As in a project: the linter would follow the link, and read 3,000 files.
    writeFileSync(join(folder.path, '.gitignore'), 'node_modules\n');
    for (const path of settings) writeFileSync(join(folder.path, path), textFor(path, usual));
    for (const [index, { files, lines }] of states.entries()) {
      const changed = settings.filter((path) => settingsIn(files, path) !== settingsIn(usual, path));
      const isEdited = lines.some((line) => otherEdits.includes(line));
      if (changed.length > 0 && !isEdited) report({ lines, what: `${changed.join(', ')} is no longer what it was` });
      writeFiles(join(folder.path, String(index)), files, isCode);
    }
    const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
    const oxlint = join(modules, '.bin/oxlint');
    for (const [what, program, args] of [
      ['it does not type-check', process.execPath, [tsc, '-p', '.', '--pretty', 'false']],
      ['it does not lint', oxlint, ['--type-aware', '--deny-warnings', '--format', 'unix']],
    ] as const) {
      const { exitCode, all } = await execa(program, args, { cwd: folder.path, all: true, reject: false });
      if (exitCode === 0) continue;
      reportLines(what, all, states, report);
    }
  } finally {
    rmSync(join(folder.path, 'node_modules'));
    folder.remove();
  }
}

/** A file of settings, but for what the project is called. */
function settingsIn(files: Files, path: string): string | undefined {
  return files.get(path)?.replace(/^ {2}"name": .*$/m, '');
}

function textFor(path: string, files: Files): string {
  const text = files.get(path)!;
  if (path !== 'tsconfig.json') return text;
  const config = JSON.parse(text) as { include: readonly string[] };
  return JSON.stringify({ ...config, include: config.include.map((each) => `*/${each}`) });
}

/** A line of either program begins with the path of the file that it is about. */
function reportLines(what: string, said: string, states: readonly State[], report: (problem: Problem) => void): void {
  const told = new Set<State>();
  for (const line of said.split('\n')) {
    const state = states[Number(/^(\d+)\//.exec(line)?.[1])];
    if (state === undefined || told.has(state)) continue;
    told.add(state);
    report({ lines: state.lines, what: `${what}: ${line.replace(/^\d+\//, '')}` });
  }
  if (told.size === 0) report({ lines: [], what: `${what}: ${said}` });
}
