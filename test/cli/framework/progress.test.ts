import { expect, test } from 'vitest';
import type { ProcessContext } from '../../../src/cli/framework/context.js';
import { startSpinner } from '../../../src/cli/framework/progress.js';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import type { PlannedFile } from '../../../src/output/plan/plan.js';
import { temporaryFolder } from '../../support/tree.js';
import { cli, Kept } from './support.js';

const file: PlannedFile = { path: 'a.txt', action: 'create', ownership: 'generated', after: 'a\n' };
const install = { command: 'npm', args: ['install'], why: 'installs the packages' };

/** Runs `manifests`, which installs packages, with an stderr that is a terminal or not. */
async function run(argv: readonly string[], isTTY: boolean, given: Partial<ProcessContext> = {}) {
  const cwd = temporaryFolder();
  const stderr = Object.assign(new Kept(), { isTTY });
  const operation = async (
    _: unknown,
    { stage }: { stage?: ((what: string) => void) | undefined },
  ): Promise<Outcome> => {
    stage?.('Generating the manifests');
    const plan = { files: [file] };
    return { root: cwd, plan, diagnostics: [], summary: 'Done it.', next: [], afterApply: [install] };
  };
  const runProgram: ProcessContext['runProgram'] = async (_, narration) => {
    narration.write('npm warn deprecated\n');
    narration.write('added 5 packages\n');
    return undefined;
  };
  const operations = { manifests: async () => operation as never };
  const ran = await cli(['manifests', ...argv], { cwd, stderr, operations, runProgram, ...given });
  return { ...ran, left: left(ran.stderr) };
}

// oxlint-disable-next-line no-control-regex
const erased = /[^\n\r]*\r\u001b\[K/g;

/** Returns what a terminal shows in the end: without the lines that were erased. */
const left = (text: string): string => text.replaceAll(erased, '');

const withoutTerminal = 'npm install: installs the packages\nnpm warn deprecated\nadded 5 packages\nDone it.\n';

test('a terminal shows what a command does and the last line of a program, and erases both', async () => {
  const { stderr, left: end, stdout } = await run([], true);
  for (const stage of ['Reading the project ...', 'Generating the manifests ...']) expect(stderr).toContain(stage);
  expect(stderr).toMatch(/- npm install \(\d+ s\)\r/);
  expect(stderr).toMatch(/npm install \(\d+ s\) npm warn deprecated\r/);
  expect(stderr).toMatch(/npm install \(\d+ s\) added 5 packages\r/);
  expect(end).toBe('npm install: installs the packages\nDone it.\n');
  expect(stdout).toBe('create a.txt (2 bytes)\n');
});

test('after a failure, the lines of the program are shown', async () => {
  const { left: end } = await run([], true, {
    runProgram: async (_, narration) => {
      for (const line of ['first\n', 'npm error\n']) narration.write(line);
      return { reason: 'exit code 1' };
    },
  });
  expect(end).toMatch(/^npm install: installs the packages\nfirst\nnpm error\n\S*error\S* program-failed: /);
});

test.each<[string, readonly string[], boolean, Partial<ProcessContext>]>([
  ['a pipe', [], false, {}],
  ['CI', [], true, { env: { CI: 'true' } }],
  ['a terminal that cannot erase', [], true, { env: { TERM: 'dumb' } }],
])('nothing changes with %s', async (_, argv, isTTY, given) => {
  expect((await run(argv, isTTY, given)).stderr).toBe(withoutTerminal);
});

test.each([['json'], ['sarif'], ['github']])('nothing is drawn with --output %s', async (format) => {
  const onTerminal = await run(['--output', format], true);
  const piped = await run(['--output', format], false);
  expect(onTerminal.stderr).toBe(piped.stderr);
});

test('--verbose shows all lines of a program, and --quiet draws nothing', async () => {
  expect((await run(['--verbose'], true)).left).toBe(withoutTerminal);
  expect((await run(['--quiet'], true)).stderr).not.toContain('\r');
});

test('a line that is shown for a while fits into the terminal, and cannot control it', async () => {
  const { stderr } = await run([], true, {
    runProgram: async (_, narration) => {
      narration.write(`\u001b[2J${'x'.repeat(200)}\n`);
      return undefined;
    },
  });
  expect(stderr).not.toContain('\u001b[2J');
  for (const line of stderr.split(/[\n\r]/)) expect(line.length).toBeLessThan(110);
});

test('a spinner shows the time, and stops when the user interrupts', () => {
  const drawn: string[] = [];
  const stderr = { write: () => undefined, transient: (line: string) => drawn.push(line) };
  const interrupt = new AbortController();
  let time = 5;
  const spinner = startSpinner({ stderr, interrupt: interrupt.signal }, 'npm install', () => time);
  time = 12_205;
  spinner.write('reify: fetching\n');
  expect(drawn.at(-1)).toBe('| npm install (12 s) reify: fetching');
  interrupt.abort();
  spinner.write('late\n');
  expect(drawn.at(-1)).toBe('');
});
