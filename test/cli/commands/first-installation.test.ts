import { describe, expect, it } from 'vitest';
import { readGoCode } from '../../support/ask-helper.js';
import { goProject } from '../../support/go-project.js';
import { testFolder } from '../../support/projects.js';
import { temporaryFolder, type Tree } from '../../support/tree.js';

await readGoCode();

const install = [{ command: 'npm', args: ['install'], why: 'installing the dependencies' }];

const commands = {
  init: (files: Tree) => testFolder(files).init({ skipInstall: false }),
  adopt: (files: Tree) =>
    testFolder({ ...goProject, ...files }).adopt({ skipInstall: false, force: true, dryRun: true }),
};

describe.each(['init', 'adopt'] as const)('after %s', (name) => {
  it('the dependencies are installed', async () => {
    const outcome = await commands[name]({});
    expect(outcome.afterApply).toEqual(install);
    expect(outcome.next).not.toContain('npm install');
    expect(outcome.summary).not.toContain('npm install');
  });

  it('--skip-install leaves npm install to the user as the first step', async () => {
    const outcome = await testFolder(name === 'init' ? {} : goProject)[name]({ skipInstall: true, force: true });
    expect(outcome.afterApply).toEqual([]);
    expect(outcome.next[0]).toBe('npm install');
  });

  it.each(['.npmrc', 'package-lock.json', 'yarn.lock', 'package.json', 'node_modules/a/index.js'])(
    'npm install is left to the user if the folder has %s',
    async (path) => {
      const outcome = await commands[name]({ [path]: '{}\n' });
      expect(outcome.afterApply).toEqual([]);
      expect(outcome.next[0]).toBe('npm install');
      expect(outcome.summary).toContain(`files that were here before: ${path.split('/')[0]}.`);
    },
  );
});

it('npm install is left to the user in a folder that a workspace with files of npm lists', async () => {
  const files = { 'package.json': '{"workspaces": ["operator"]}', '.npmrc': 'registry=http://127.0.0.1:1/\n' };
  const root = `${temporaryFolder({ ...files, 'operator/README.md': '' })}/operator`;
  const outcome = await testFolder({}, undefined, root).init({ skipInstall: false });
  expect(outcome.afterApply).toEqual([]);
  expect(outcome.summary).toContain('.npmrc, package.json');
});

it('a folder without its own files of npm can get the project of another one', async () => {
  const from = temporaryFolder({ ...goProject, '.npmrc': 'registry=http://127.0.0.1:1/\n' });
  const outcome = await testFolder({}).adopt({ dryRun: true, from, skipInstall: false });
  expect(outcome.afterApply).toEqual(install);
});
