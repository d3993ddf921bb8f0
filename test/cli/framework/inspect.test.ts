import { expect, test } from 'vitest';
import { diagnostic } from '../../../src/base/diagnostics/diagnostic.js';
import { inspectMarkers } from '../../../src/cli/commands/inspect-markers/run.js';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { temporaryFolder } from '../../support/tree.js';
import { answering, cli } from './support.js';

const result = { text: 'WebServer\n', json: { modelVersion: 1, tool: { version: '0.0.0' }, model: { kinds: [] } } };

async function inspect(outcome: Partial<Outcome>, ...argv: string[]) {
  const cwd = temporaryFolder();
  const { operation } = answering({ summary: '', result, ...outcome }, cwd);
  return cli(['inspect', ...argv], { cwd, operations: { inspect: async () => operation } });
}

test('the result is stdout, and nothing else is said', async () => {
  for (const flags of [[], ['--quiet'], ['--dry-run'], ['--diff'], ['--verbose'], ['--output', 'github']]) {
    expect(await inspect({}, ...flags)).toMatchObject({ exitCode: 0, stdout: 'WebServer\n', stderr: '' });
  }
});

test('as JSON the model stands in the one object of every command', async () => {
  const { stdout, exitCode } = await inspect({}, '--output', 'json');
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    ok: true,
    exitCode: 0,
    command: 'inspect',
    applied: false,
    files: [],
    diagnostics: [],
    next: [],
    ...result.json,
  });
});

test('a warning is reported together with the result', async () => {
  const diagnostics = [diagnostic('status-missing', { kind: 'WebServer' })];
  const ran = await inspect({ diagnostics });
  expect(ran).toMatchObject({ exitCode: 0, stdout: 'WebServer\n' });
  expect(ran.stderr).toContain('warning status-missing: ');
  const { stdout } = await inspect({ diagnostics }, '--output', 'json');
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, modelVersion: 1, diagnostics: [{ code: 'status-missing' }] });
});

test('after an error there is no model, only the problem, and 1', async () => {
  const diagnostics = [diagnostic('bare-number', { field: 'WebServerSpec.size' })];
  const ran = await inspect({ diagnostics });
  expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ran.stderr).toContain('error bare-number: ');
  const json = await inspect({ diagnostics }, '--output', 'json');
  expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, exitCode: 1, diagnostics: [{ code: 'bare-number' }] });
  expect(JSON.parse(json.stdout)).not.toHaveProperty('model');
  expect(JSON.parse(json.stdout)).not.toHaveProperty('modelVersion');
});

test.each(['MinLength', '@minLength', '+kubebuilder:validation:MinLength', 'kubebuilder:validation:MinLength'])(
  'inspect markers %s needs no project',
  async (name) => {
    const operations = { 'inspect markers': async () => inspectMarkers };
    const ran = await cli(['inspect', 'markers', name], { cwd: temporaryFolder(), operations });
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
    expect(ran.stdout).toMatch(/^@MinLength\(length: integer >= 0\) /);
    expect(ran.stdout.match(/^@/gm)).toHaveLength(1);
  },
);

test.each([['inspect'], ['inspect', 'markers']])(
  '%s %s --help has examples and a line for scripts',
  async (...words) => {
    const { stdout, exitCode } = await cli([...words, '--help'], { cwd: temporaryFolder() });
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`  $ operator-gen ${words.join(' ')}\n`);
    expect(stdout).toContain(`In scripts:\n  $ operator-gen ${words.join(' ')} --output json\n`);
  },
);
