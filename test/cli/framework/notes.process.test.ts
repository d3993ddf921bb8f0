import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/tree.js';
import { type BuiltCli, buildCli, spawnCli } from './built.js';

// The only note there is: where no helper is found, neither installed nor in the cache.

let built: BuiltCli;
let project: TemporaryFolder;

beforeAll(async () => {
  built = await buildCli(inject('builtCli'));
  project = makeTemporaryFolder();
  run('init', '--domain', 'my.domain', '--project-name', 'web', '--skip-install');
  run('create', 'api', '--version', 'v1', '--kind', 'WebServer');
}, 60_000);
afterAll(() => {
  built?.remove();
  project?.remove();
});

function run(...argv: readonly string[]) {
  return spawnCli(built, argv, { cwd: project.path, env: { OPERATOR_GEN_UPSTREAM: '' } });
}

const code = 'exact-verdict-unavailable';

// The second run finds everything as the first one left it, and loads less.
test.each([1, 2])('check prints it once, and succeeds: run %d', () => {
  const { exitCode, stderr } = run('check');
  expect(stderr.match(new RegExp(`^note ${code}: .*\\n  help: .*\\n\\n1 note\\. All generated`, 'gm'))).toHaveLength(1);
  expect(exitCode).toBe(0);
});

test('--strict does not make it an error', () => {
  const { exitCode, stderr } = run('check', '--strict');
  expect(stderr).toContain(`note ${code}`);
  expect(exitCode).toBe(0);
});

test('--exact does', () => {
  const { exitCode, stderr } = run('check', '--exact');
  expect(stderr).toContain(`error ${code}`);
  expect(exitCode).toBe(1);
});

test('--output github prints a notice', () => {
  const { exitCode, stdout } = run('check', '--output', 'github');
  expect(stdout).toMatch(new RegExp(`^::notice title=${code}::`, 'm'));
  expect(exitCode).toBe(0);
});

test('--output json has it in the list', () => {
  const report = JSON.parse(run('check', '--output', 'json').stdout) as object;
  expect(report).toMatchObject({ ok: true, exitCode: 0, diagnostics: [{ code, severity: 'note' }] });
});

test.each(['check --quiet', 'manifests'])('%s has none', (line) => {
  const { exitCode, stderr } = run(...line.split(' '));
  expect(stderr).not.toContain(code);
  expect(exitCode).toBe(0);
});
