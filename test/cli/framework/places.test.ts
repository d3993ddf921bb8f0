import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { diagnostic } from '../../../src/base/diagnostics/diagnostic.js';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { temporaryFolder, type Tree } from '../../support/tree.js';
import { answering, cli, writeFile } from './support.js';

const position = { file: 'PROJECT', line: 1, column: 10, length: 3 };

/** Runs `manifests` in a folder below the project's root, with one problem in PROJECT. */
async function below(argv: readonly string[], env: (root: string) => Record<string, string> = () => ({})) {
  const root = temporaryFolder();
  writeFile(root, 'PROJECT', 'version: "9"\n');
  const cwd = join(root, 'src');
  mkdirSync(cwd);
  const { operation } = answering(
    { diagnostics: [diagnostic('unsupported-project-version', { version: '9' }, position)] },
    root,
  );
  const operations = { manifests: async () => operation };
  return cli(['manifests', ...argv], { cwd, env: env(root), operations });
}

test('places are named from where the command runs, and their source is found in the project', async () => {
  const { stderr } = await below([]);
  expect(stderr).toContain('../PROJECT:1:10 - error unsupported-project-version: ');
  expect(stderr).toContain('  1 | version: "9"\n    |          ^^^\n');
});

test("annotations name them from the checkout's root", async () => {
  const { stdout } = await below(['--output', 'github'], (root) => ({ GITHUB_WORKSPACE: dirname(root) }));
  expect(stdout).toMatch(
    /^::error file=operator-gen-test-\w+\/PROJECT,line=1,col=10,endColumn=13,title=unsupported-project-version::/,
  );
});

test("JSON names them from the project's root", async () => {
  const { stdout } = await below(['--output', 'json']);
  expect(JSON.parse(stdout).diagnostics).toMatchObject([{ code: 'unsupported-project-version', ...position }]);
});

const file = { path: 'config/a.yaml', action: 'create', ownership: 'generated', after: 'a\n' } as const;

test('files are named from where the command runs, and next steps name the folder in which they work', async () => {
  const root = temporaryFolder({ PROJECT: 'version: "9"\n', 'src/api/a.ts': '' });
  const written = answering({ plan: { files: [file] } }, root).operation;
  const { operation } = answering({ next: ['edit src/api/a.ts'] }, root);
  const run = (cwd: string, ...flags: string[]) =>
    cli(['manifests', ...flags], { cwd, operations: { manifests: async () => operation } });
  const nested = await cli(['manifests'], {
    cwd: join(root, 'src/api'),
    operations: { manifests: async () => written },
  });
  expect(nested.stdout).toBe('create ../../config/a.yaml (2 bytes)\n');
  const inside = await run(join(root, 'src/api'));
  expect(inside.stderr).toContain('\nNext, in ../..:\n  edit src/api/a.ts\n');
  const outside = await run(dirname(root), '--cwd', root);
  expect(outside.stderr).toContain(`\nNext, in ${basename(root)}:\n  edit src/api/a.ts\n`);
  expect((await run(root)).stderr).toContain('\nNext:\n  edit src/api/a.ts\n');
});

const npx = 'npx operator-gen manifests';

test.each<[string, Tree, readonly string[]]>([
  ['nothing installed', {}, ['npm install', npx]],
  ['nothing installed, and pnpm', { 'pnpm-lock.yaml': '' }, ['pnpm install', 'pnpm exec operator-gen manifests']],
  ['nothing installed, and Yarn', { 'yarn.lock': '' }, ['yarn install', 'yarn exec operator-gen manifests']],
  ['the tool', { 'node_modules/operator-gen/package.json': '{}' }, [npx]],
  ['the packages of Yarn', { '.pnp.cjs': '' }, [npx]],
])('next steps of a project with %s', async (_title, files, next) => {
  const root = temporaryFolder({ PROJECT: '', 'package.json': '{}', ...files });
  const { operation } = answering({ next: [npx] }, root);
  const ran = await cli(['manifests'], { cwd: root, operations: { manifests: async () => operation } });
  expect(ran.stderr).toContain(`\nNext:\n${next.map((each) => `  ${each}\n`).join('')}`);
});

test('no installation is added after a program that installs, or where nothing can be installed', async () => {
  const run = async (files: Tree, outcome: Partial<Outcome>) => {
    const root = temporaryFolder({ PROJECT: '', ...files });
    const { operation } = answering({ next: [npx], ...outcome }, root);
    return (await cli(['manifests'], { cwd: root, operations: { manifests: async () => operation } })).stderr;
  };
  const afterApply = [{ command: 'npm', args: ['install'], why: 'installing' }];
  expect(await run({ 'package.json': '{}' }, { afterApply, plan: { files: [file] } })).toContain(`Next:\n  ${npx}`);
  expect(await run({}, {})).toContain(`Next:\n  ${npx}`);
});
