import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diagnostic, type Diagnostic } from '../../src/base/diagnostics/diagnostic.js';
import { escapeCommands } from '../../src/base/diagnostics/print-escape.js';
import type { PlannedFile } from '../../src/output/plan/plan.js';
import { answering, cli } from '../cli/framework/support.js';

const cwd = mkdtempSync(join(tmpdir(), 'operator-gen-output-'));
// ESC, the 8-bit CSI, an OSC that sets the clipboard, DEL, a bidirectional override, zero width, a tag character, half a pair.
const evil = '\x1b[2J\x9b31m\x1b]52;c;eA==\x07\x7f\u202e\u200b\u{e0041}\ud800\x1b[31m';
// oxlint-disable-next-line no-control-regex
const active = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]/;
const commands = ['::stop-commands::x', ' \t::error::x', '\u00a0::set-env name=A::x', 'a ##[error]x', '##vso[task]x'];

function changed(text: string, path = 'a.yaml'): PlannedFile {
  return { path, action: 'update', before: `one: 1\n`, after: `one: 1\n${text}\n` } as PlannedFile;
}

async function run(flags: readonly string[], files: readonly PlannedFile[], diagnostics: readonly Diagnostic[] = []) {
  const outcome = { plan: { files }, diagnostics, drift: true };
  return cli(['check', ...flags], {
    cwd,
    operations: { check: async () => answering(outcome, cwd).operation },
  });
}

/** The lines that a runner of GitHub Actions would execute. */
function executed(output: string): readonly string[] {
  return output.split(/\r\n|\r|\n/).filter((line) => /^\s*::/.test(line) || /##\w*\[/.test(line));
}

describe.each([[[]], [['--output', 'github']], [['--output', 'json']], [['--dry-run', '--diff']]])(
  'with %j',
  (flags) => {
    test('nothing that comes from a file reaches a terminal as it is', async () => {
      const position = { file: `a${evil}\n.ts`, line: 1, column: 1 };
      const problem = diagnostic('unreadable-project', { reason: evil }, position);
      const ran = await run(flags, [changed(`# ${evil}`), changed('b', `${evil}\n.yaml`)], [problem]);
      expect(`${ran.stdout}${ran.stderr}`).not.toMatch(active);
      expect(`${ran.stdout}${ran.stderr}`).toContain('202e');
    });

    test('no line is a command to a build server but our annotations', async () => {
      const text = commands.map((each) => `\n${each}`).join('');
      const position = { file: '::error::x', line: 1, column: 1 };
      const problem = diagnostic('unreadable-project', { reason: `x\r\n::error::y\n##[error]z` }, position);
      const ran = await run(
        flags,
        [{ ...changed(text), before: commands.join('\n') }, changed('b', '::debug::x\n::error::y')],
        [problem],
      );
      const inGithub = flags.includes('github');
      const lines = [
        ...(inGithub || flags.includes('json') ? executed(ran.stdout) : []),
        ...(inGithub ? executed(ran.stderr) : []),
      ];
      expect(
        lines.filter((line) => !/^::error file=[^:]*,line=\d+,col=\d+,title=[a-z-]+::[^\r\n]*$/.test(line)),
      ).toEqual([]);
      if (inGithub) expect(lines.length).toBeGreaterThan(0);
    });
  },
);

test('JSON stays one document with the same values', async () => {
  const ran = await run(['--output', 'json'], [changed(`# ${evil}##[x]`)]);
  const { files } = JSON.parse(ran.stdout) as { files: readonly { patch: string }[] };
  expect(files[0]!.patch).toContain(`+# ${evil}##[x]`);
  expect(ran.stdout).not.toContain('##[');
});

test.each([[[]], [['--dry-run', '--diff']], [['--output', 'json']], [['--output', 'github']]])(
  'with %j no build server finds a command behind two hash signs',
  async (flags) => {
    const texts = ['##vso[task.setvariable variable=A]x', '##teamcity[buildStatus]', 'a ##[error]x', '###vso[x]'];
    const problem = diagnostic('unreadable-project', { reason: texts.join('\n') });
    const ran = await run(flags, [{ ...changed(texts.join('\n')), before: texts.join('\n') }], [problem]);
    expect(`${ran.stdout}${ran.stderr}`).not.toMatch(/##\w*\[/);
    expect(`${ran.stdout}${ran.stderr}`).toContain('#\\u0023vso[');
  },
);

test('in a build of GitHub Actions text is not a command either', async () => {
  const outcome = { plan: { files: [changed('\n::error::x\n a')] }, diagnostics: [], drift: true };
  const operations = { check: async () => answering(outcome, cwd).operation };
  const ran = await cli(['check'], { cwd, operations, env: { GITHUB_ACTIONS: 'true' } });
  expect(executed(ran.stdout)).toEqual([]);
});

test('a usage error shows words of the command line escaped', async () => {
  const ran = await cli([`--${evil}`], { cwd });
  expect(ran.exitCode).toBe(2);
  expect(ran.stderr).not.toMatch(active);
});

test('a patch without anything dangerous is one that git applies, line ends of Windows and odd names included', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'operator-gen-patch-'));
  const path = 'a "b" \\ é.yaml';
  const before = 'one: 1\r\n\ttwo: 2\r\n';
  writeFileSync(join(folder, path), before);
  const ran = await run(
    ['--output', 'github'],
    [{ ...changed('', path), before, after: `${before}three: ':: ok'\r\n` }],
  );
  writeFileSync(join(folder, 'patch'), ran.stdout.slice(ran.stdout.indexOf('---'), ran.stdout.indexOf('\n::') + 1));
  execFileSync('git', ['apply', '--unsafe-paths', 'patch'], { cwd: folder });
  expect(readFileSync(join(folder, path), 'utf8')).toBe(`${before}three: ':: ok'\r\n`);
});

test('a line that only mentions a command stays as it is', () => {
  for (const line of ['+::error::', 'a ::error::', '# a comment ## with [brackets]', 'a:b'])
    expect(escapeCommands(line)).toBe(line);
});
