import { expect, test } from 'vitest';
import { diagnostic } from '../../../src/base/diagnostics/diagnostic.js';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import type { PlannedFile } from '../../../src/output/plan/plan.js';
import { temporaryFolder } from '../../support/tree.js';
import { answering, cli, filesIn, Kept, writeFile } from './support.js';
import type { ProcessContext } from '../../../src/cli/framework/context.js';

const files: readonly PlannedFile[] = [
  { path: 'new.txt', action: 'create', ownership: 'generated', after: 'é\n' },
  { path: 'old.txt', action: 'update', ownership: 'generated', before: 'one\ntwo\n', after: 'one\n2\n' },
  { path: 'gone.txt', action: 'delete', ownership: 'generated', before: 'bye\n' },
  { path: 'same.txt', action: 'unchanged', ownership: 'generated', before: 'same\n', after: 'same\n' },
];
const before = { 'old.txt': 'one\ntwo\n', 'gone.txt': 'bye\n', 'same.txt': 'same\n' };
const after = { 'new.txt': 'é\n', 'old.txt': 'one\n2\n', 'same.txt': 'same\n' };

/** A folder as it is before the plan, and a way to run `manifests` there with an outcome. */
function project(outcome: Partial<Outcome> = {}) {
  const cwd = temporaryFolder();
  for (const [path, text] of Object.entries(before)) writeFile(cwd, path, text);
  const { operation } = answering({ plan: { files }, summary: 'Wrote the manifests.', ...outcome }, cwd);
  const run = (argv: readonly string[] = [], given: Partial<ProcessContext> = {}) =>
    cli(['manifests', ...argv], { cwd, operations: { manifests: async () => operation }, ...given });
  return { cwd, run };
}

test('a run writes the plan, names what it changed on stdout and narrates on stderr', async () => {
  const { cwd, run } = project({ next: ['npm run deploy'] });
  const ran = await run();
  expect(ran.exitCode).toBe(0);
  expect(filesIn(cwd)).toEqual(after);
  expect(ran.stdout).toBe('create new.txt (3 bytes)\nupdate old.txt (6 bytes)\ndelete gone.txt (4 bytes)\n');
  expect(ran.stderr).toBe('Wrote the manifests.\n\nNext:\n  npm run deploy\n');
});

test('--verbose names the unchanged files, too', async () => {
  expect((await project().run(['--verbose'])).stdout).toContain('unchanged same.txt (5 bytes)\n');
});

test('--quiet leaves the result and drops the narration', async () => {
  const ran = await project({ next: ['npm run deploy'] }).run(['--quiet']);
  expect(ran.stdout).toContain('create new.txt');
  expect(ran.stderr).toBe('');
});

test('--dry-run prints the plan that the real run carries out, and writes nothing', async () => {
  const { cwd, run } = project();
  const dry = await run(['--dry-run']);
  expect(dry.exitCode).toBe(0);
  expect(filesIn(cwd)).toEqual(before);
  const real = await run(['--verbose']);
  expect(dry.stdout).toBe(real.stdout);
});

test('on a terminal, a long list of files is summarized by folder, unless the list is the result', async () => {
  const made = (path: string): PlannedFile => ({ path, action: 'create', ownership: 'generated', after: 'a\n' });
  const many = Array.from({ length: 17 }, (_, index) => made(`config/deep/${index}.yaml`));
  const root = [...files.filter(({ action }) => action !== 'create'), made('a.txt'), made('b.txt'), made('src/c.ts')];
  const plan = { files: [...many, ...root] };
  const onTerminal = () => Object.assign(new Kept(), { isTTY: true });
  const run = async (argv: readonly string[], given: Partial<ProcessContext> = { stdout: onTerminal() }) =>
    project({ plan }).run(argv, given);
  const brief =
    'create config/ (17 files)\nupdate ./ (1 file)\ndelete ./ (1 file)\ncreate ./ (2 files)\ncreate src/ (1 file)\n';
  expect(await run([])).toMatchObject({
    stdout: brief,
    stderr: 'To list the files, add --verbose.\nWrote the manifests.\n',
  });
  expect((await run(['--quiet'])).stdout).toBe(brief);
  for (const argv of [['--verbose'], ['--dry-run']])
    expect((await run(argv)).stdout).toContain('create config/deep/0.yaml (2 bytes)\n');
  expect((await run(['--diff'])).stdout).toContain('--- /dev/null');
  expect((await run([], {})).stdout).toContain('create config/deep/16.yaml (2 bytes)\n');
  expect((await project().run([], { stdout: onTerminal() })).stdout).toContain('create new.txt (3 bytes)\n');
});

test('--diff shows every change as a patch', async () => {
  const { stdout } = await project().run(['--dry-run', '--diff']);
  expect(stdout).toBe(
    [
      'create new.txt (3 bytes)\n--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,1 @@\n+é\n',
      'update old.txt (6 bytes)\n--- a/old.txt\n+++ b/old.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n',
      'delete gone.txt (4 bytes)\n--- a/gone.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-bye\n',
      'unchanged same.txt (5 bytes)\n',
    ].join(''),
  );
});

test('a patch is colored on a terminal', async () => {
  const { stdout } = await project().run(['--dry-run', '--diff'], { env: { FORCE_COLOR: '1' } });
  expect(stdout).toContain('\u001b[32m+2\u001b[39m\n');
  expect((await project().run(['--diff', '--no-color'], { env: { FORCE_COLOR: '1' } })).stdout).not.toContain('\u001b');
});

test('an error keeps the plan from being applied', async () => {
  const { cwd, run } = project({ diagnostics: [diagnostic('project-not-found', { folder: '/x' })] });
  const ran = await run();
  expect(ran.exitCode).toBe(1);
  expect(filesIn(cwd)).toEqual(before);
  expect(ran.stdout).toBe('');
  expect(ran.stderr).toMatch(/^error project-not-found: .*\n  help: .*\n\n1 error\nNothing was written\.\n$/);
});

test('a warning does not', async () => {
  const warning = { ...diagnostic('project-not-found', { folder: '/x' }), severity: 'warning' as const };
  const { cwd, run } = project({ diagnostics: [warning] });
  const ran = await run();
  expect(ran.exitCode).toBe(0);
  expect(filesIn(cwd)).toEqual(after);
  expect(ran.stderr).toContain('warning project-not-found: ');
});

test.each([[['--dry-run']], [['--dry-run', '--output', 'json']], [[]]])(
  'a problem is shown in its file as it would be: %j',
  async (flags: readonly string[]) => {
    const problem = diagnostic('project-not-found', { folder: '/x' }, { file: 'old.txt', line: 2, column: 1 });
    const { stdout, stderr } = await project({ diagnostics: [problem] }).run(flags);
    if (flags.includes('json')) expect(JSON.parse(stdout)).not.toHaveProperty('unwritten');
    else expect(stderr).toMatch(/\n  2 \| 2\n/);
  },
);

const conflict: PlannedFile = {
  path: 'same.txt',
  action: 'conflict',
  ownership: 'scaffolded',
  before: 'a',
  after: 'b',
};

test('a file in the way stops everything and is named, with the way out', async () => {
  const { cwd, run } = project({ plan: { files: [...files, conflict] } });
  const ran = await run();
  expect(ran.exitCode).toBe(1);
  expect(filesIn(cwd)).toEqual(before);
  expect(ran.stderr).toMatch(/error file-exists: same\.txt .*\n  help: move the file, and run the command again/);
});

test('a dry run shows the conflict and says that the run would fail', async () => {
  const ran = await project({ plan: { files: [conflict] } }).run(['--dry-run']);
  expect(ran.stdout).toBe('conflict same.txt (1 bytes)\n');
  expect(ran.exitCode).toBe(1);
});

test('a run that changes nothing says so and starts no program', async () => {
  const npm = { command: 'npm', args: ['install'], why: 'installing' };
  const { run } = project({ plan: { files: files.slice(3) }, summary: 'Nothing to do.', afterApply: [npm] });
  expect(await run()).toEqual({ exitCode: 0, stdout: '', stderr: 'Nothing to do.\n', programs: [] });
});

test('programs run after the plan was applied, in the project', async () => {
  const npm = { command: 'npm', args: ['install'], why: 'installing the dependencies' };
  const { cwd, run } = project({ afterApply: [npm] });
  const ran = await run();
  expect(ran.programs).toMatchObject([{ command: 'npm', args: ['install'], cwd }]);
  expect(ran.stderr).toContain('npm install: installing the dependencies\n');
});

test('a program that fails is an error that says what stays and how to go on', async () => {
  const npm = { command: 'npm', args: ['install'], why: 'installing the dependencies' };
  const { cwd, run } = project({ afterApply: [npm, { ...npm, command: 'later' }], next: ['npm run deploy'] });
  const started: string[] = [];
  const ran = await run([], {
    runProgram: async ({ command }) => {
      started.push(command);
      return { reason: 'exit code 1' };
    },
  });
  expect(ran.exitCode).toBe(1);
  expect(started).toEqual(['npm']);
  expect(filesIn(cwd)).toEqual(after);
  expect(ran.stderr).toMatch(/error program-failed: npm install failed: exit code 1\n  help: .*run: npm install\n/);
  expect(ran.stderr).not.toContain('Next:');
  expect(ran.stderr).toContain('The files were written, but the command did not complete.\n');
});

test('a program that was interrupted is an interruption', async () => {
  const npm = { command: 'npm', args: ['install'], why: 'installing the dependencies' };
  const { run } = project({ afterApply: [npm] });
  const ran = await run([], { runProgram: async () => ({ reason: 'it was interrupted', interrupted: true }) });
  expect(ran.exitCode).toBe(130);
  expect(ran.stderr).toContain(
    'error interrupted: the command was interrupted; the files were written\n  help: run: npm install\n',
  );
});

test.each([
  ['npm/11.0.0 node/v20', ['npm run deploy', 'npx operator-gen check', 'npm install']],
  ['pnpm/9.1.0 npm/? node/v20', ['pnpm run deploy', 'pnpm exec operator-gen check', 'pnpm install']],
  ['yarn/4.0.0', ['yarn run deploy', 'yarn exec operator-gen check', 'yarn install']],
  ['bun/1.1.0', ['bun run deploy', 'bunx operator-gen check', 'bun install']],
  ['constructor/1', ['npm run deploy', 'npx operator-gen check', 'npm install']],
])('the next steps are spelled for %s', async (agent, expected) => {
  const next = ['npm run deploy', 'npx operator-gen check', 'npm install'];
  const { stderr } = await project({ next }).run([], { env: { npm_config_user_agent: agent } });
  expect(stderr.split('Next:\n')[1]).toBe(expected.map((line) => `  ${line}\n`).join(''));
});

test('a copy is shown as one: its size and its bytes are not ours to tell', async () => {
  const copy: PlannedFile = { path: 'v.tgz', action: 'create', ownership: 'scaffolded', after: '', copyOf: '/p/v.tgz' };
  const { run } = project({ plan: { files: [copy] } });
  expect((await run(['--dry-run', '--diff'])).stdout).toBe('create v.tgz (copy of /p/v.tgz)\n');
  expect(JSON.parse((await run(['--dry-run', '--output', 'json'])).stdout).files).toEqual([
    { path: 'v.tgz', action: 'create', copyOf: '/p/v.tgz' },
  ]);
});

test.each([
  ['delete', { before: '\u{1f}\ufffd\n' }, 'Binary files a/v.tgz and /dev/null differ'],
  ['update', { before: 'a\n', after: '\ufffd\n' }, 'Binary files a/v.tgz and b/v.tgz differ'],
] as const)('a file that is not text is not shown as text: %s', async (action, texts, line) => {
  const { run } = project({ plan: { files: [{ path: 'v.tgz', action, ownership: 'scaffolded', ...texts }] } });
  const { stdout } = await run(['--dry-run', '--diff']);
  expect(stdout).toContain(`diff --git a/v.tgz b/v.tgz\n${line}\n`);
  expect(stdout).not.toContain('\ufffd');
});
