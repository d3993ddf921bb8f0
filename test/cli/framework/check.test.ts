import { expect, test } from 'vitest';
import { diagnostic } from '../../../src/base/diagnostics/diagnostic.js';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import type { PlannedFile } from '../../../src/output/plan/plan.js';
import { temporaryFolder } from '../../support/tree.js';
import { answering, cli, filesIn, writeFile } from './support.js';

const crd = 'config/crd/bases/my.domain_webservers.yaml';
const files: readonly PlannedFile[] = [
  { path: crd, action: 'update', ownership: 'generated', before: 'a: 1\nb: 2\nc: 3\n', after: 'a: 1\nb: 2\nc: 4\n' },
  { path: 'config/rbac/role.yaml', action: 'create', ownership: 'generated', after: 'kind: Role\n' },
  { path: 'config/old.yaml', action: 'delete', ownership: 'generated', before: 'old: 1\n' },
  { path: 'src/register.ts', action: 'unchanged', ownership: 'generated', before: 'x', after: 'x' },
];

function check(outcome: Partial<Outcome>, argv: readonly string[] = [], env: Record<string, string> = {}) {
  const cwd = temporaryFolder();
  writeFile(cwd, 'PROJECT', 'version: "3"\n');
  const { operation } = answering({ drift: true, summary: 'Everything is up to date.', ...outcome }, cwd);
  const given = { cwd, env, operations: { check: async () => operation } };
  return cli(['check', ...argv], given).then((ran) => ({ ...ran, cwd }));
}

test('what is out of date is named, shown as a patch, and answered with 3 and the command that fixes it', async () => {
  const ran = await check({ plan: { files } });
  expect(ran.exitCode).toBe(3);
  expect(ran.stdout).toBe(
    [
      `stale ${crd} (15 bytes)`,
      `--- a/${crd}\n+++ b/${crd}\n@@ -1,3 +1,3 @@\n a: 1\n b: 2\n-c: 3\n+c: 4`,
      'missing config/rbac/role.yaml (11 bytes)',
      '--- /dev/null\n+++ b/config/rbac/role.yaml\n@@ -0,0 +1,1 @@\n+kind: Role',
      'orphaned config/old.yaml (7 bytes)',
      '--- a/config/old.yaml\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-old: 1\n',
    ].join('\n'),
  );
  expect(ran.stderr).toBe('3 generated files out of date. To update the files: npx operator-gen manifests\n');
  expect(filesIn(ran.cwd)).toEqual({ PROJECT: 'version: "3"\n' });
});

test('the command that fixes is spelled for the package manager in use', async () => {
  const { stderr } = await check({ plan: { files: files.slice(0, 1) } }, [], { npm_config_user_agent: 'pnpm/9' });
  expect(stderr).toBe('1 generated file out of date. To update the files: pnpm exec operator-gen manifests\n');
});

test('nothing out of date is 0', async () => {
  const ran = await check({ plan: { files: files.slice(3) } });
  expect(ran).toMatchObject({ exitCode: 0, stdout: '', stderr: 'Everything is up to date.\n' });
});

test('sources with errors are 1', async () => {
  const ran = await check({ diagnostics: [diagnostic('project-not-found', { folder: '/x' })] });
  expect(ran.exitCode).toBe(1);
  expect(ran.stderr).toContain('error project-not-found');
});

const problems = [
  diagnostic('project-not-found', { folder: '/x' }),
  diagnostic('project-reformatted', {}),
  diagnostic('kustomization-not-built', { file: 'k', folder: '.', reason: 'r', needs: 'Helm' }),
];

test('the last line counts everything, and is the only one that does', async () => {
  const ran = await check({ plan: { files }, diagnostics: problems, known: 12 });
  expect(ran.exitCode).toBe(1);
  expect(ran.stderr).toMatch(
    /\S\n\n1 error, 1 warning, 1 note, 3 generated files out of date, 12 known problems\. To update the files: .*\n$/,
  );
  expect(ran.stderr.match(/1 warning/g)).toHaveLength(1);
});

test('without drift, the last line says that the files are up to date, unless there are errors', async () => {
  const lenient = await check({ diagnostics: problems.slice(1, 2), known: 1 });
  expect(lenient.stderr).toMatch(/\n\n1 warning, 1 known problem\. Everything is up to date\.\n$/);
  const failed = await check({ diagnostics: problems.slice(0, 1) });
  expect(failed.stderr).toMatch(/\n\n1 error\.\n$/);
});

test('--quiet leaves the counts of what is shown', async () => {
  const { stderr } = await check({ diagnostics: problems, known: 1 }, ['--quiet']);
  expect(stderr).toMatch(/\n\n1 error, 1 warning\n$/);
});

test('--output json has the counts', async () => {
  const { stdout } = await check({ plan: { files }, diagnostics: problems, known: 2 }, ['--output', 'json']);
  expect(JSON.parse(stdout)).toMatchObject({
    counts: { errors: 1, warnings: 1, notes: 1, drift: 3, known: 2 },
    summary: expect.stringContaining('2 known problems'),
  });
});

test('--output json lists the files with their patches, and the drift as diagnostics', async () => {
  const { stdout, stderr, exitCode } = await check({ plan: { files } }, ['--output', 'json']);
  expect(exitCode).toBe(3);
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    ok: false,
    exitCode: 3,
    command: 'check',
    applied: false,
    files: [
      {
        path: crd,
        action: 'update',
        bytes: 15,
        patch: expect.stringContaining('-c: 3\n+c: 4\n'),
      },
      {
        path: 'config/rbac/role.yaml',
        action: 'create',
      },
      {
        path: 'config/old.yaml',
        action: 'delete',
        bytes: 7,
      },
    ],
    diagnostics: [
      {
        code: 'stale-file',
        file: crd,
        line: 3,
        help: 'run: npx operator-gen manifests',
      },
      {
        code: 'orphaned-file',
        file: 'config/old.yaml',
        line: 1,
      },
      {
        code: 'missing-file',
        file: 'config/rbac/role.yaml',
        line: 1,
      },
    ],
  });
});

test('--output github annotates each file where it first differs', async () => {
  const { stdout } = await check({ plan: { files } }, ['--output', 'github']);
  expect(stdout).toContain(`::error file=${crd},line=3,col=1,title=stale-file::`);
  expect(stdout).toContain('::error file=config/rbac/role.yaml,line=1,col=1,title=missing-file::');
});
