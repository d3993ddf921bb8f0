import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import type { ProcessContext } from '../../../src/cli/framework/context.js';
import { diagnostic, DiagnosticsError } from '../../../src/base/diagnostics/diagnostic.js';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import type { PlannedFile } from '../../../src/output/plan/plan.js';
import { temporaryFolder } from '../../support/tree.js';
import { answering, cli, filesIn } from './support.js';

const created: PlannedFile = { path: 'a.txt', action: 'create', ownership: 'generated', after: 'a\n' };

/** Runs `manifests` with work of the test's own. */
async function manifests(
  work: () => Promise<Partial<Outcome>>,
  argv: readonly string[] = [],
  given: Partial<ProcessContext> = {},
) {
  const cwd = temporaryFolder();
  const operation = async () => answering(await work(), cwd).operation({});
  const operations = { manifests: async () => operation };
  return { cwd, ...(await cli(['manifests', ...argv], { cwd, operations, ...given })) };
}

const throwing = (error: unknown) => async () => {
  throw error;
};

test('0: done, and for --help and --version', async () => {
  const cwd = temporaryFolder();
  expect((await manifests(async () => ({}))).exitCode).toBe(0);
  expect(await cli(['--help'], { cwd })).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await cli(['help', 'init'], { cwd })).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await cli(['--version'], { cwd })).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
});

test('1: problems that were thrown are printed, all of them', async () => {
  const problems = [
    diagnostic('project-not-found', { folder: '/x' }),
    diagnostic('project-not-found', { folder: '/y' }),
  ];
  const ran = await manifests(throwing(new DiagnosticsError(...problems)));
  expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ran.stderr).toMatch(/\/x.*\n.*\n\nerror project-not-found: .*\/y.*\n.*\n\n2 errors\n$/);
});

test.each([
  ['EACCES', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'no space is left'],
])('1: what the disk refuses (%s) is a problem of the disk, not of the program', async (code, reason) => {
  const error = Object.assign(new Error(`${code}: x`), { code, syscall: 'open', path: '/p/PROJECT' });
  const ran = await manifests(throwing(error));
  expect(ran.exitCode).toBe(1);
  expect(ran.stderr).toContain(`error file-system-error: cannot open /p/PROJECT: ${reason}`);
});

test('70: a bug is distinguished, with the contents of a report, and the stack only with --verbose', async () => {
  const ran = await manifests(throwing(new TypeError('x is not a function')));
  expect(ran.exitCode).toBe(70);
  expect(ran.stdout).toBe('');
  expect(ran.stderr).toMatch(
    /error internal-error: internal error: x is not a function \(operator-gen \d.*, Node\.js \d/,
  );
  expect(ran.stderr).toContain('report');
  expect(ran.stderr).not.toContain('    at ');
  expect((await manifests(throwing(new TypeError('x')), ['--verbose'])).stderr).toMatch(
    /\n    at .*exit-code\.test\.ts/,
  );
});

test('70: a thrown value that is not an Error is reported, too', async () => {
  expect((await manifests(throwing('text'))).stderr).toContain('internal error: text');
});

test('130: an interruption before anything is written writes nothing, even when the work goes on', async () => {
  const interrupt = new AbortController();
  const later = new EventEmitter();
  const work = async () => {
    interrupt.abort();
    await once(later, 'go on');
    return { plan: { files: [created] } };
  };
  const ran = await manifests(work, [], { interrupt: interrupt.signal });
  expect(ran.exitCode).toBe(130);
  expect(ran.stderr).toContain('error interrupted: the command was interrupted; nothing was written');
  later.emit('go on');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(filesIn(ran.cwd)).toEqual({});
});

test('130: an interruption of a program that follows says that the files were written', async () => {
  const interrupt = new AbortController();
  const afterApply = [{ command: 'npm', args: ['install'], why: 'installing' }];
  const ran = await manifests(async () => ({ plan: { files: [created] }, afterApply }), [], {
    interrupt: interrupt.signal,
    runProgram: () => {
      interrupt.abort();
      return new Promise(() => {});
    },
  });
  expect(ran.exitCode).toBe(130);
  expect(ran.stderr).toMatch(/the command was interrupted; the files were written\n  help: run: npm install\n/);
  expect(filesIn(ran.cwd)).toEqual({ 'a.txt': 'a\n' });
});
