import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createRandom } from '../../../runtime/src/testing/random.js';
import { commands } from '../../../src/commands.js';
import { stateFile } from '../../../src/output/plan/leftovers.js';
import { parseState } from '../../../src/output/plan/state.js';
import { cli } from '../../cli/framework/support.js';
import { testFolder, type TestProject } from '../../support/projects.js';
import { runs } from '../../support/seed.js';

const kinds = ['Boat', 'Crane', 'Dock', 'Pier'];
const author = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false'];

function git({ root }: TestProject, ...args: string[]): string {
  return execFileSync('git', [...author, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

async function run({ root }: TestProject, line: string): Promise<string> {
  const { stderr, exitCode } = await cli(line.split(' '), { cwd: root, commands });
  return exitCode === 0 ? '' : `${line}: ${stderr}`;
}

/** What people do on a branch. */
const works: readonly ((project: TestProject, kind: string, name: string) => Promise<string>)[] = [
  async (project, kind, name) => {
    const types = `src/api/v1/${kind.toLowerCase()}.types.ts`;
    project.edit(types, `${kind}Spec {\n`, `${kind}Spec {\n  /** A field. */\n  ${name}?: string;\n\n`);
    return run(project, 'manifests');
  },
  async (project, kind) => run(project, `create webhook --version v1 --kind ${kind} --defaulting`),
  async (project, kind, name) => {
    const controller = `src/controller/${kind.toLowerCase()}.controller.ts`;
    project.edit(
      controller,
      'export class',
      `@Rbac({ groups: ['${name}'], resources: ['a'], verbs: ['get'] })\nexport class`,
    );
    return run(project, 'manifests');
  },
];

const pairs = runs(4);

test('pairs of branches are merged by git, and the record is that of both', { timeout: 300_000 }, async () => {
  const project = testFolder();
  await project.init();
  for (const kind of kinds) await project.createApi({ kind });
  git(project, 'init', '--quiet', '--initial-branch', 'main');
  git(project, 'add', '--all');
  git(project, 'commit', '--quiet', '--message', 'base');
  const conflicts: string[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const random = createRandom(pair);
    for (const branch of ['one', 'other']) {
      git(project, 'checkout', '--quiet', '--force', '-B', branch, 'main');
      for (const [index, work] of [random.pick(works), random.pick(works)].entries())
        expect(await work(project, random.pick(kinds), `${branch}${pair}x${index}`)).toBe('');
      git(project, 'add', '--all');
      git(project, 'commit', '--quiet', '--message', branch);
    }
    try {
      git(project, 'merge', '--quiet', '--message', 'merge', 'one');
    } catch {
      const unmerged = git(project, 'diff', '--name-only', '--diff-filter=U').trim().split('\n');
      conflicts.push(...unmerged);
      // People resolve what they wrote; operator-gen writes the rest again.
      for (const path of unmerged) git(project, 'checkout', '--theirs', '--', path);
    }
    expect(await run(project, 'manifests'), `pair ${pair}`).toBe('');
    expect(await run(project, 'check'), `pair ${pair}`).toBe('');
    const state = parseState(project.read(stateFile));
    for (const kind of kinds) expect([...state.keys()]).toContain(`src/api/v1/${kind.toLowerCase()}.types.ts`);
    git(project, 'merge', '--quit');
  }
  expect(conflicts.filter((path) => path === stateFile)).toEqual([]);
});
