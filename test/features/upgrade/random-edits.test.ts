import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { createRandom, type Random } from '../../../runtime/src/testing/random.js';
import { runLine } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';
import { asOf, commandsOf } from '../../support/old-project.js';
import { runs, seed } from '../../support/seed.js';
import { syntheticReleases } from '../../support/synthetic-releases.js';
import { temporaryFolder } from '../../support/tree.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const releases = syntheticReleases();
const list = commandsOf(releases);

let old: Files;
let upgraded: Files;
/** The files that the release changes at the same path, which a user edits. */
let changed: readonly string[];

beforeAll(async () => {
  const present = await accepted(
    new Map(),
    'init --domain my.domain --project-name test-operator --skip-install',
    'create api --version v1 --kind WebServer',
  );
  old = asOf(present, releases, '0.0.1');
  upgraded = (await runLine(old, 'upgrade', list)).files;
  const isEdited = (path: string): boolean =>
    !path.startsWith('.operator-gen/') && path !== 'PROJECT' && upgraded.get(path) !== old.get(path);
  changed = [...old.keys()].filter((path) => upgraded.has(path) && isEdited(path));
});

/** A line of a user that the file may have anywhere. */
function ownLine(path: string, n: number): string {
  if (path.endsWith('.ts')) return `// Line ${n} of the user.`;
  return path.endsWith('.json') ? '' : `# Line ${n} of the user.`;
}

/** Some lines of a user in a file, and some lines that the user has taken out or changed. */
function edited(random: Random, path: string, text: string): { text: string; own: readonly string[] } {
  if (path.endsWith('.json'))
    return { text: text.replace('{\n', '{\n  "user": "of it",\n'), own: ['  "user": "of it",'] };
  const lines = text.split('\n');
  const own: string[] = [];
  for (let n = 1 + random.below(4); n > 0; n -= 1) {
    const at = random.below(lines.length);
    const line = ownLine(path, n);
    own.push(line);
    const isComment = /^(?:#|\/\/)/.test(lines[at]!) && !own.includes(lines[at]!);
    // Only a comment can be taken out of YAML and code that has to stay valid.
    lines.splice(at, isComment && random.next() < 0.5 ? 1 : 0, line);
  }
  return { text: lines.join('\n'), own };
}

/** The number of conflicts of `git merge-file`. */
function conflictsOfGit(mine: string, base: string, theirs: string): number {
  const folder = temporaryFolder({ mine, base, theirs });
  try {
    execFileSync(
      'git',
      ['merge-file', '-p', '--diff3', ...['mine', 'base', 'theirs'].map((name) => join(folder, name))],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    return 0;
  } catch (error) {
    return conflictsIn(String((error as { readonly stdout: Buffer }).stdout));
  }
}

function conflictsIn(text: string): number {
  return text.split('\n').filter((line) => line.startsWith('<<<<<<< ')).length;
}

test('no line of a user is lost, and there are no more conflicts than git has', { timeout: 1_800_000 }, async () => {
  expect(changed.length).toBeGreaterThan(5);
  let [ours, ofGit] = [0, 0];
  for (let run = 0; run < runs(10); run += 1) {
    const random = createRandom(seed * 10_000 + run);
    const files = new Map(old);
    const lines: (readonly [string, string])[] = [];
    for (const path of changed.filter(() => random.next() < 0.4)) {
      const { text, own } = edited(random, path, old.get(path)!);
      files.set(path, text);
      lines.push(...own.map((line) => [path, line] as const));
      ofGit += conflictsOfGit(text, old.get(path)!, upgraded.get(path)!);
    }
    const ran = await runLine(files, 'upgrade --conflicts markers', list);
    expect(ran.exitCode, `run ${run}: ${ran.said}`).toBeLessThanOrEqual(1);
    const lost = lines.filter(([path, line]) => !ran.files.get(path)?.includes(line.trim()));
    expect(lost, `run ${run}`).toEqual([]);
    for (const path of changed) ours += conflictsIn(ran.files.get(path) ?? '');
  }
  expect(ours).toBeLessThanOrEqual(ofGit);
  expect(ofGit).toBeGreaterThan(0);
});
