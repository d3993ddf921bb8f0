import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { diagnostic } from '../../src/diagnostics/diagnostic.js';
import { temporaryFolder } from '../support/tree.js';
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
