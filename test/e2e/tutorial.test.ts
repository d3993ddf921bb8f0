import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { followProcess, type OperatorProcess } from '../support/operator-process.js';
import { firstOf, isFull } from '../support/seed.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/tree.js';
import { editFile, outputPattern, tutorialPages, writeFile, type Step } from '../support/tutorial.js';
import { cluster, programPath } from './control-plane/programs.js';
import { sharedApiServer, sharedControlPlane } from './control-plane/shared.js';
import { story } from '../support/story.js';

// The last pages deploy the operator, and remove its namespace.
const shared = await (isFull ? sharedControlPlane : sharedApiServer)();
const checkout = resolve(import.meta.dirname, '../..');
const modules = join(checkout, 'node_modules');

/** Commands that are not run as they stand, and why. */
const otherwise = {
  'make docker-build docker-push IMG=registry.example.com/backup-operator:v1': 'no registry, and no network for docker',
  'make test-e2e KIND_CLUSTER=backup-operator-e2e': 'it makes a cluster with kind',
};

/** Commands that are repeated until they succeed: the API server describes a version a moment after it serves it. */
const inTime = ['kubectl explain backup.spec.schedule --api-version=data.example.com/v2'];

/** Commands that go on until one ends them: until the next page, here. */
const inBackground = ['npx operator-gen dev'];

/** What sets a variable for the commands after it, on the same page. */
const exporting = /^export (\w+)=(.*)$/;

/** The README comes last: what it shows is there when all is done. */
const pages = [...tutorialPages.slice(1), ...tutorialPages.slice(0, 1)];

describe('the pages of the tutorial', () => {
  it.each(tutorialPages)('$name has no block that is passed over', ({ text, steps }) => {
    expect(steps).toHaveLength((text.match(/^ *```/gm) ?? []).length / 2);
  });

  it.each(tutorialPages.slice(0, -1).map((page, index) => ({ ...page, next: tutorialPages[index + 1]!.name })))(
    '$name leads to $next',
    ({ text, next }) => expect(text).toContain(`](${next})`),
  );

  it.each(tutorialPages.slice(1))('$name is reached from the README', ({ name }) => {
    expect(tutorialPages[0]!.text).toContain(`](${name})`);
  });

  it.each(tutorialPages)('$name links to files that are there', ({ text }) => {
    for (const [, target = ''] of text.matchAll(/\]\((?!https:)([^)#]+)[^)]*\)/g)) {
      expect(() => readdirSync(resolve(checkout, 'docs/tutorial', target, '..')), target).not.toThrow();
    }
  });

  const changes = ({ does }: Step): boolean => does === 'write' || does === 'edit';
  it.each(tutorialPages.filter(({ steps }) => steps.some(changes)))(
    '$name has the reader lint and test what was changed',
    ({ steps }) => {
      const rest = steps.slice(steps.findLastIndex(changes));
      const after = rest.flatMap((step) => (step.does === 'run' ? step.commands : []));
      expect(after).toEqual(expect.arrayContaining(['npm run lint', expect.stringMatching(/npm test$/)]));
    },
  );

  it('have every command that is not run as it stands', () => {
    const commands = pages.flatMap(({ steps }) => steps.flatMap((step) => (step.does === 'run' ? step.commands : [])));
    expect(commands).toEqual(expect.arrayContaining([...Object.keys(otherwise), ...inTime, ...inBackground]));
  });
});

// In an empty folder outside the checkout, with the packages as npm would bring them. `npm test` links those of the checkout instead:
// scaffold.test.ts installs a project.
describe.skipIf(!shared.available)('the tutorial, done as it says', { ...story, timeout: 600_000 }, () => {
  let project: TemporaryFolder;
  let packages: TemporaryFolder;
  let tool: TemporaryFolder;
  let background: OperatorProcess | undefined;
  let home: TemporaryFolder;
  let exported: Record<string, string> = {};
  let printed = '';

  beforeAll(async () => {
    [project, packages] = [makeTemporaryFolder(), makeTemporaryFolder()];
    [tool, home] = [makeTemporaryFolder(), makeTemporaryFolder()];
    if (!isFull) {
      symlinkSync(modules, join(tool.path, 'node_modules'));
      return;
    }
    const destination = ['--silent', '--pack-destination', packages.path];
    await execa('npm', ['pack', ...destination, '--workspace', 'runtime', '--include-workspace-root'], {
      cwd: checkout,
    });
    const tarballs = readdirSync(packages.path).map((name) => join(packages.path, name));
    await execa('npm', ['install', '--prefix', tool.path, '--no-audit', '--no-fund', ...tarballs]);
  });
  afterAll(async () => {
    await background?.stop();
    if (background !== undefined) await run('npx operator-gen cluster down backup-operator');
    for (const folder of [project, packages, tool, home]) folder?.remove();
  });

  function environment(): Record<string, string> {
    if (!shared.available) return {};
    const { assetsDirectory, kubeconfigPath } = shared.info;
    const path = [join(tool.path, 'node_modules/.bin'), assetsDirectory, process.env['PATH']].join(delimiter);
    return {
      PATH: path,
      KUBECONFIG: kubeconfigPath,
      KUBEBUILDER_ASSETS: assetsDirectory,
      XDG_STATE_HOME: home.path,
      OPERATOR_GEN_CLUSTER: programPath(cluster.name),
      OPERATOR_GEN_PACKAGES: isFull ? packages.path : '',
      NO_COLOR: '1',
      // Warnings about the settings of whoever runs the tests.
      npm_config_loglevel: 'error',
      ...exported,
    };
  }

  async function run(written: string): Promise<string> {
    const isNew = !existsSync(join(project.path, 'PROJECT'));
    // npx would ask the registry; afterwards the project has its own.
    const command = isNew ? `${written.replace(/^npx /, '')}${isFull ? '' : ' --skip-install'}` : written;
    const options = { cwd: project.path, env: environment(), all: true, reject: false, shell: '/bin/bash' } as const;
    const { exitCode, all } = await execa(command, options);
    expect(exitCode, `${command}\n${all}`).toBe(0);
    if (isNew && !isFull) symlinkSync(modules, join(project.path, 'node_modules'));
    return all === '' ? '' : `${all}\n`;
  }

  async function runOrNot(command: string): Promise<string> {
    if (command in otherwise) return '';
    const [, name, value] = exporting.exec(command) ?? [];
    if (name !== undefined) {
      exported = { ...exported, [name]: (await run(`echo ${value}`)).trim() };
      return '';
    }
    if (inTime.includes(command)) return eventually(() => run(command));
    if (!inBackground.includes(command)) return run(command);
    const words = ['-c', `${command} >&2`];
    background = followProcess('/bin/bash', words, { cwd: project.path, env: environment(), group: true });
    await background.waitForLine(/ the operator runs after /, 120_000);
    return '';
  }

  async function take(step: Step): Promise<void> {
    switch (step.does) {
      case 'run':
        printed = '';
        for (const command of step.commands) printed += await runOrNot(command);
        return;
      case 'compare':
        expect(printed).toMatch(outputPattern(step.text));
        return;
      case 'write':
        writeFile(project.path, step.path, step.text);
        return;
      case 'edit':
        editFile(project.path, step.path, step.text);
        return;
      case 'show':
        expect(readFileSync(join(project.path, step.path), 'utf8')).toContain(step.text);
    }
  }

  // Each page goes on with the project of the page before it.
  describe.each(firstOf(2, pages))('$name', ({ steps }) => {
    it('works as it says, and leaves a project that is up to date', async () => {
      for (const step of steps) await take(step);
      await background?.stop();
      exported = {};
      expect(await run('npx operator-gen check')).toContain('up to date');
    });
  });
});
