import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';

// The spelling of single words is checked by cspell (`npm run lint`); these are phrases. docs/terminology.md has the terms.
const phrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [
    /(?<!there )\bis no (?!longer\b|more\b|less\b|larger\b|such\b|need\b|reason\b|different\b|one\b)(?=[\w`@])/i,
    'is not a ...',
  ],
  [/\ba (?:Order|Hour|App|Image|Operator)\b/, 'an ...'],
  [/\bkinds? of others\b/i, 'external kind'],
  [/\btake[sn]? warnings for errors\b/i, 'treat warnings as errors'],
  [/\bsays? nothing without\b/i, 'requires'],
  [/\bmeans? nothing here\b/i, 'unexpected arguments'],
  [/\bcannot be called so\b/i, 'cannot be renamed to that'],
  [/\bwho has the copyright\b/i, 'copyright holder'],
  [/\bwrite over files\b/i, 'overwrite existing files'],
  [/\bis left alone\b/i, 'is kept'],
  [/\bput right\b/i, 'recovered, repaired'],
  [/\bdo not go together\b/i, 'cannot be combined'],
  [/\bfor ever\b/i, 'forever, indefinitely'],
  [/\banew\b/i, 'again'],
  [/\bsomebody\b/i, 'someone, another user'],
  [/\bwhoever\b/i, 'everyone who, the client that'],
  [/(?<!\bif )\bany more\b/i, 'no longer'],
  [/\bthe API server (?:refuses|takes)\b/i, 'the API server rejects, accepts'],
  [/^\s*\/\*\* (?:What|Who|Whom|Whose|Where|How) /, 'a noun phrase; for a function, a verb in the third person'],
  [/^# [a-z-]+: .*\.$/, 'a title without a full stop'],
];

// For the names of tests, which are read in the output of a run.
const namePhrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
  ...phrases,
  [/\b(?:is|are) told\b/i, 'is reported, receives'],
  [/\bleft alone\b/i, 'is kept, is ignored'],
  [/\btaken? back\b/i, 'rolled back, reverted, deleted'],
  [/\bwritten over\b/i, 'overwritten'],
];

const root = fileURLToPath(new URL('../', import.meta.url));
// Generated, or checked where it comes from.
const generated = /^(?:test\/golden\/|docs\/reference\/runtime\/|docs\/terminology\.md|test\/wording\.test\.ts)/;
const checked = /^(?:README|CONTRIBUTING|CHANGELOG|SECURITY)\.md$|^(?:docs|src|templates|runtime\/src)\//;
const tests = /\.test\.ts$/;

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => !generated.test(path) && existsSync(`${root}${path}`));
const files = tracked.filter((path) => checked.test(path) && !tests.test(path));
const testFiles = tracked.filter((path) => tests.test(path));

interface Line {
  readonly place: string;
  readonly text: string;
}

function linesOf(path: string): readonly Line[] {
  return readFileSync(`${root}${path}`, 'utf8')
    .split('\n')
    .map((text, index) => ({ place: `${path}:${index + 1}`, text }));
}

const prose = files.flatMap(linesOf);
// A long name is on the line after `it(`.
const names = testFiles.flatMap(linesOf).filter(({ text }, index, all) => {
  const start = /^\s*(?:it|test|describe)(?:\.\w+(?:\(.*\))?)?\(/;
  return (
    /['`"]/.test(text) && (start.test(text) || /^\s*(?:it|test|describe)(?:\..*)?\($/.test(all[index - 1]?.text ?? ''))
  );
});

function linesWith(phrase: RegExp, lines: readonly Line[]): readonly string[] {
  return lines.filter(({ text }) => phrase.test(text)).map(({ place, text }) => `${place}: ${text.trim()}`);
}

describe('the wording', () => {
  test('is checked in existing files', () => {
    expect(files).toContain('README.md');
    expect(files.length).toBeGreaterThan(700);
    expect(names.length).toBeGreaterThan(1500);
  });

  it.each(phrases)('has no %s', (phrase, instead) => {
    expect(linesWith(phrase, prose), `write: ${instead}`).toEqual([]);
  });

  it.each(namePhrases)('of test names has no %s', (phrase, instead) => {
    expect(linesWith(phrase, names), `write: ${instead}`).toEqual([]);
  });
});
