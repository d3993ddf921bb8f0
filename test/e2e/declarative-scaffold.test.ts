import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLines } from '../support/command-lines.js';
import { goldenCases } from '../support/golden-cases.js';
import { goldenFolder } from '../support/scaffold-golden.js';
import { isFull } from '../support/seed.js';
import { makeTemporaryFolder } from '../support/tree.js';
import { preparedProject, verdictsIn, type RunTest } from './declarative/in-project.js';

const limit = 180_000;
const commands = [
  'init --domain example.com --project-name mixed-operator --multigroup --skip-install',
  'create api --group web --version v1 --kind Server',
  'create api --group web --version v2 --kind Server --no-controller',
  'create webhook --group web --version v1 --kind Server --defaulting --programmatic-validation',
  'create api --group web --version v1 --kind Note --no-controller',
  'create api --group store --version v1 --kind Cache --image example.com/cache:1.6',
  'create api --group store --version v1 --kind Menu --ssa',
  'create api --group fleet --version v1 --kind Admiral --no-namespaced',
];

describe('the test cases of a new project', () => {
  const folder = makeTemporaryFolder();
  let run: RunTest;

  beforeAll(async () => {
    const lines = commands.map((line) => line.split(' '));
    await runCommandLines(folder.path, lines, { CI: 'true', OPERATOR_GEN_PACKAGES: '' });
    run = await preparedProject(folder.path);
  }, limit);
  afterAll(() => folder.remove());

  it('pass', { timeout: limit }, async () => {
    const { exitCode, stdout, stderr } = await run('--control-plane');
    expect(stderr).toBe('');
    expect(verdictsIn(stdout)).toEqual({
      'fleet-admiral': 'PASS',
      'store-cache': 'PASS',
      'store-menu': 'PASS',
      'web-server': 'PASS',
    });
    expect(exitCode).toBe(0);
  });

  it('fail without the operator, if its controller does something', { timeout: limit }, async () => {
    const { exitCode, stdout } = await run('--control-plane', '--no-operator', '--timeout', '6');
    expect(verdictsIn(stdout)).toEqual({
      'fleet-admiral': 'PASS',
      'store-cache': 'FAIL',
      'store-menu': 'FAIL',
      'web-server': 'PASS',
    });
    expect(exitCode).toBe(1);
  });
});

const withCases = goldenCases.filter(({ name }) => existsSync(join(goldenFolder, name, 'test/cases')));

describe.skipIf(!isFull)('the test cases of the committed projects', () => {
  it.each(withCases)('$name', { timeout: limit }, async ({ name }) => {
    const folder = makeTemporaryFolder();
    cpSync(join(goldenFolder, name), folder.path, { recursive: true });
    const { exitCode, stdout } = await (await preparedProject(folder.path))('--control-plane');
    folder.remove();
    expect(
      Object.values(verdictsIn(stdout)).filter((each) => each !== 'PASS'),
      stdout,
    ).toEqual([]);
    expect(exitCode, stdout).toBe(0);
  });
});
