import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';

// The spelling of single words is checked by cspell (`npm run lint`); these are phrases. docs/terminology.md has the terms.
const phrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [
    /(?<!there )\bis no (?!longer\b|more\b|less\b|larger\b|such\b|need\b|reason\b|different\b)(?=[\w`@])/i,
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
];

const root = fileURLToPath(new URL('../', import.meta.url));
// Generated, or checked where it comes from.
const generated = /^(?:test\/golden\/|docs\/reference\/runtime\/|docs\/terminology\.md|test\/wording\.test\.ts)/;
const checked = /^(?:README|CONTRIBUTING|CHANGELOG|SECURITY)\.md$|^(?:docs|src|templates)\//;

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => checked.test(path) && !generated.test(path) && existsSync(`${root}${path}`));

describe('the wording', () => {
  test('is that of files that exist', () => {
    expect(files).toContain('README.md');
    expect(files.length).toBeGreaterThan(700);
  });

  it.each(phrases)('has no %s', (phrase, instead) => {
    const found = files.flatMap((path) =>
      readFileSync(`${root}${path}`, 'utf8')
        .split('\n')
        .flatMap((line, index) => (phrase.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
    );
    expect(found, `write: ${instead}`).toEqual([]);
  });
});
