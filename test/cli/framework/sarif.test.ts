import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import type { Log, Run } from 'sarif';
import { expect, test } from 'vitest';
import { diagnostic, DiagnosticsError } from '../../../src/base/diagnostics/diagnostic.js';
import { pageUrl } from '../../../src/base/diagnostics/print-sarif.js';
import { readTool } from '../../../src/base/io/tool.js';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { temporaryFolder } from '../../support/tree.js';
import { answering, cli } from './support.js';

const schemaFile = createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
// Nothing in it differs between its draft and the one that ajv expects, except for its name.
const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(schemaFile, 'utf8')) as Record<string, unknown>;
// Formats are not part of ajv; one pattern of the schema is not valid with the flag `u`.
const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false });
const isValid = ajv.compile<Log>(schema);

/** The only run of a log, which must be the only thing on stdout and valid. */
function runIn(stdout: string): Run {
  const log: unknown = JSON.parse(stdout);
  if (!isValid(log)) throw new Error(ajv.errorsText(isValid.errors));
  expect(log.runs).toHaveLength(1);
  return log.runs[0]!;
}

interface Given {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function sarif(work: () => Promise<Partial<Outcome>>, { cwd = temporaryFolder(), env = {} }: Given = {}) {
  const operation = async () => answering({ drift: true, ...(await work()) }, cwd).operation({});
  const operations = { check: async () => operation };
  const { stdout, stderr, exitCode } = await cli(['check', '--output', 'sarif'], { cwd, operations, env });
  expect(stderr).toBe('');
  return { ...runIn(stdout), exitCode, stdout };
}

const at = (line: number, file = 'src/a.ts') => ({ file, line, column: 2, length: 3 });
const broken = (line: number, file?: string) =>
  diagnostic('unreadable-file', { path: 'x', reason: 'y' }, at(line, file));

test('a problem has its rule, its level, its text and its place', async () => {
  const run = await sarif(async () => ({ diagnostics: [broken(7)] }));
  expect(run.exitCode).toBe(1);
  expect(run.columnKind).toBe('utf16CodeUnits');
  expect(run.tool.driver).toMatchObject({
    name: 'operator-gen',
    semanticVersion: readTool().version,
    rules: [
      {
        id: 'unreadable-file',
        shortDescription: { text: 'Unreadable file' },
        fullDescription: { text: `Unreadable file: see ${pageUrl('unreadable-file')}` },
        help: { text: expect.stringContaining('https://') },
        helpUri: pageUrl('unreadable-file'),
        defaultConfiguration: { level: 'error' },
      },
    ],
  });
  expect(run.results).toMatchObject([
    {
      ruleId: 'unreadable-file',
      ruleIndex: 0,
      level: 'error',
      message: { text: 'x cannot be read: y\nhelp: fix its permissions' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'src/a.ts', uriBaseId: '%SRCROOT%' },
            region: { startLine: 7, startColumn: 2, endLine: 7, endColumn: 5 },
          },
        },
      ],
    },
  ]);
  expect(run.invocations).toEqual([{ executionSuccessful: true, exitCode: 1, toolExecutionNotifications: [] }]);
});

test('warnings and notes have their levels, and the lines of a help text are shown', async () => {
  const warning = { ...diagnostic('project-reformatted', {}), lines: ['a: 1'] };
  const note = diagnostic('kustomization-not-built', { file: 'k', folder: '.', reason: 'r', needs: 'Helm' });
  const { results = [] } = await sarif(async () => ({ diagnostics: [warning, note] }));
  expect(results.map(({ level }) => level)).toEqual(['note', 'warning']);
  expect(results[1]!.message.text).toMatch(/\na: 1$/);
});

test('a problem without a position is in PROJECT, because GitHub rejects a result without a location', async () => {
  const { results } = await sarif(async () => ({ diagnostics: [diagnostic('project-reformatted', {})] }));
  expect(results).toMatchObject([
    { locations: [{ physicalLocation: { artifactLocation: { uri: 'PROJECT' }, region: { startLine: 1 } } }] },
  ]);
});

test('paths are relative to the root of the repository, and projects of one do not replace each other', async () => {
  const repository = temporaryFolder({ '.git/HEAD': '', 'operators/my one/PROJECT': '' });
  const run = await sarif(async () => ({ diagnostics: [broken(1)] }), { cwd: join(repository, 'operators/my one') });
  expect(run.results?.[0]?.locations?.[0]?.physicalLocation?.artifactLocation).toEqual({
    uri: 'operators/my%20one/src/a.ts',
    uriBaseId: '%SRCROOT%',
  });
  expect(run.automationDetails?.id).toBe('operator-gen/check/operators/my%20one/');
  expect(run.stdout).not.toContain(repository);
});

test('without a repository, they are relative to the checkout of the workflow, or to the project', async () => {
  const checkout = temporaryFolder({ 'sub/PROJECT': '' });
  const work = async () => ({ diagnostics: [broken(1)] });
  const uriOf = async (given: Given) =>
    (await sarif(work, given)).results?.[0]?.locations?.[0]?.physicalLocation?.artifactLocation?.uri;
  const cwd = join(checkout, 'sub');
  expect(await uriOf({ cwd, env: { GITHUB_WORKSPACE: checkout } })).toBe('sub/src/a.ts');
  expect(await uriOf({ cwd })).toBe('src/a.ts');
});

test('a file outside of the repository has its whole address', async () => {
  const { results } = await sarif(async () => ({ diagnostics: [broken(1, '../../x.yaml')] }));
  const location = results?.[0]?.locations?.[0]?.physicalLocation?.artifactLocation;
  expect(location).toEqual({ uri: expect.stringMatching(/^file:\/\/\/.*x\.yaml$/) });
});

const printsOf = async (...lines: readonly number[]) =>
  (await sarif(async () => ({ diagnostics: lines.map((line) => broken(line)) }))).results!.map(
    ({ partialFingerprints }) => partialFingerprints?.['operatorGen/v1'],
  );

test('fingerprints stay when lines move, and differ within a run', async () => {
  const [one, two] = await printsOf(3, 9);
  expect(await printsOf(13, 19)).toEqual([one, two]);
  expect(await printsOf(3)).toEqual([one]);
  expect(one).not.toBe(two);
});

test('a message that names a line has the same fingerprint when the line moves', async () => {
  const printOf = async (reason: string) => {
    const problem = diagnostic('unreadable-file', { path: 'x', reason });
    return (await sarif(async () => ({ diagnostics: [problem] }))).results?.[0]?.partialFingerprints;
  };
  expect(await printOf('see line 3, column 4 or a.ts:3:4')).toEqual(await printOf('see line 5, column 6 or a.ts:5:6'));
  expect(await printOf('3 lines')).not.toEqual(await printOf('4 lines'));
});

test('a problem with another example has the same fingerprint, and one with other values another one', async () => {
  const printOf = async (reason: string, values: string) => {
    const problem = diagnostic('unreadable-file', { path: 'x', reason });
    const diagnostics = [{ ...problem, identity: { message: 'x', values } }];
    return (await sarif(async () => ({ diagnostics }))).results?.[0]?.partialFingerprints;
  };
  expect(await printOf('for example a', '1')).toEqual(await printOf('for example b', '1'));
  expect(await printOf('for example a', '1')).not.toEqual(await printOf('for example a', '2'));
});

test('drift is an error for each file, at its first difference', async () => {
  const stale = { path: 'config/a.yaml', ownership: 'generated', before: 'a\nb\n', after: 'a\nc\n' } as const;
  const run = await sarif(async () => ({ plan: { files: [{ ...stale, action: 'update' }] } }));
  expect(run.results).toMatchObject([
    {
      ruleId: 'stale-file',
      level: 'error',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'config/a.yaml' }, region: { startLine: 2 } } }],
    },
  ]);
  expect(run.invocations).toMatchObject([{ executionSuccessful: true, exitCode: 3 }]);
});

test('an internal error is a notification of a run that failed', async () => {
  const run = await sarif(async () => Promise.reject(new Error('boom')));
  expect(run.results).toEqual([]);
  expect(run.invocations).toMatchObject([
    {
      executionSuccessful: false,
      exitCode: 70,
      toolExecutionNotifications: [{ descriptor: { id: 'internal-error' }, level: 'error' }],
    },
  ]);
  expect(run.tool.driver.notifications).toMatchObject([{ id: 'internal-error' }]);
});

test('a missing project, and a helper that failed, are too', async () => {
  const missing = await sarif(async () => {
    throw new DiagnosticsError(diagnostic('project-not-found', { folder: '/x' }));
  });
  expect(missing.invocations).toMatchObject([{ executionSuccessful: false, exitCode: 1 }]);
  const failed = { ...diagnostic('upstream-failed', { reason: 'r', variable: 'v' }), severity: 'error' as const };
  const helper = await sarif(async () => ({ diagnostics: [failed] }));
  expect(helper.invocations).toMatchObject([
    { executionSuccessful: false, toolExecutionNotifications: [{ descriptor: { id: 'upstream-failed' } }] },
  ]);
});

test.each(['check --output sarif --wrong', 'chekc --output=sarif', '--output sarif'])(
  'wrong usage is a notification of a run that failed: %s',
  async (line) => {
    const { stdout, exitCode } = await cli(line.split(' '), { cwd: temporaryFolder() });
    expect(exitCode).toBe(2);
    const [invocation] = runIn(stdout).invocations!;
    expect(invocation).toMatchObject({ executionSuccessful: false, exitCode: 2 });
    expect(invocation?.toolExecutionNotifications).toHaveLength(1);
  },
);

test('version prints a log without results', async () => {
  const { stdout } = await cli(['version', '--output', 'sarif'], { cwd: temporaryFolder() });
  expect(runIn(stdout)).toMatchObject({ results: [], invocations: [{ executionSuccessful: true, exitCode: 0 }] });
});

const hostile = '\u001b[31m\u202e##[error]x\n::error::y [text](https://example.com) \ud800 {0}';

test('hostile texts are escaped, change nothing in a log, and make no link', async () => {
  const diagnostics = [diagnostic('unreadable-file', { path: hostile, reason: hostile }, at(1, hostile))];
  const { stdout, results } = await sarif(async () => ({ diagnostics }));
  // oxlint-disable-next-line no-control-regex
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|##\[|^\s*::/m);
  expect(results?.[0]?.message.text).toContain('\\[text\\](https://example.com)');
});

test('two runs print the same', async () => {
  const work = async () => ({ diagnostics: [broken(1), broken(4), diagnostic('project-reformatted', {})] });
  expect((await sarif(work)).stdout).toBe((await sarif(work)).stdout);
});

test('the pages are in the repository that the package names', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly repository: { readonly url: string };
  };
  const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '');
  expect(pageUrl('x')).toBe(`${repository}/blob/main/docs/diagnostics/x.md`);
});
