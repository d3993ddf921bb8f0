import { expect, test } from 'vitest';
import { diagnostic, DiagnosticsError } from '../../../src/base/diagnostics/diagnostic.js';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { temporaryFolder } from '../../support/tree.js';
import { answering, cli } from './support.js';

/** The JSON of one run of `manifests`; a second value on stdout would not parse. */
async function json(work: () => Promise<Partial<Outcome>>, ...argv: string[]) {
  const cwd = temporaryFolder();
  const operation = async () => answering(await work(), cwd).operation({});
  const operations = { manifests: async () => operation };
  const ran = await cli(['manifests', '--output', 'json', ...argv], { cwd, operations });
  expect(ran.stderr).toBe('');
  return JSON.parse(ran.stdout);
}

const plan: Outcome['plan'] = {
  files: [
    { path: 'a.txt', action: 'create', ownership: 'generated', after: 'a\n' },
    { path: 'b.txt', action: 'unchanged', ownership: 'generated', before: 'b', after: 'b' },
  ],
};

test('a run that was done', async () => {
  expect(await json(async () => ({ plan, next: ['npm run deploy'] }))).toEqual({
    version: 1,
    ok: true,
    exitCode: 0,
    command: 'manifests',
    applied: true,
    files: [
      {
        path: 'a.txt',
        action: 'create',
        bytes: 2,
      },
      {
        path: 'b.txt',
        action: 'unchanged',
        bytes: 1,
      },
    ],
    diagnostics: [],
    summary: 'Done it.',
    next: ['npm run deploy'],
  });
});

test('a dry run lists the same files and says that they were not written', async () => {
  expect(await json(async () => ({ plan }), '--dry-run', '--diff')).toMatchObject({
    ok: true,
    applied: false,
    files: [
      {
        path: 'a.txt',
        action: 'create',
        patch: '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1,1 @@\n+a\n',
      },
      {},
    ],
  });
});

const at = (line: number) => ({ file: 'src/a.ts', line, column: 2, length: 3 });

test('problems, sorted, with their positions', async () => {
  const diagnostics = [9, 1].map((line) => diagnostic('project-not-found', { folder: '/x' }, at(line)));
  expect(await json(async () => ({ diagnostics }))).toMatchObject({
    ok: false,
    exitCode: 1,
    applied: false,
    diagnostics: [
      {
        code: 'project-not-found',
        severity: 'error',
        message: expect.any(String),
        help: expect.any(String),
        ...at(1),
      },
      { line: 9 },
    ],
  });
});

const refuse = async () => {
  throw new DiagnosticsError(diagnostic('project-not-found', { folder: '/x' }));
};

const crash = async () => {
  throw new Error('boom');
};

test('problems that were thrown, and defects', async () => {
  expect(await json(refuse)).toMatchObject({ exitCode: 1, diagnostics: [{ code: 'project-not-found' }] });
  expect(await json(crash)).toMatchObject({ exitCode: 70, diagnostics: [{ code: 'internal-error' }] });
  expect(await json(crash)).not.toHaveProperty('stack');
  expect(await json(crash, '--verbose')).toMatchObject({ stack: expect.stringContaining('json.test.ts') });
});

test('version', async () => {
  const { stdout } = await cli(['version', '--output', 'json'], { cwd: temporaryFolder() });
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    ok: true,
    command: 'version',
    files: [],
    diagnostics: [],
    tool: {
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      node: process.versions.node,
    },
  });
});
