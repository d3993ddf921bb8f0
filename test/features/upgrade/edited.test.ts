import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createRandom } from '../../../runtime/src/testing/random.js';
import { stateFile } from '../../../src/output/plan/leftovers.js';
import { runLine, type Ran } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';
import { asOf, commandsOf } from '../../support/old-project.js';
import { isFull, seed } from '../../support/seed.js';
import { syntheticReleases } from '../../support/synthetic-releases.js';
import { userEdits, type UserEdit } from './edits.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const releases = syntheticReleases();
const versions = releases.map(({ version }) => version);
const list = commandsOf(releases);
const upgraded = (files: Files, flags = ''): Promise<Ran> =>
  runLine(files, `upgrade --conflicts markers${flags}`, list);
const pairs = versions.flatMap((from, index) => versions.slice(index + 1).map((to) => [from, to] as const));

let present: Files;

beforeAll(async () => {
  present = await accepted(
    new Map(),
    'init --domain my.domain --project-name test-operator --skip-install',
    'create api --version v1 --kind WebServer',
    'create api --version v1 --kind Cache --image memcached:1.6',
    'create webhook --version v1 --kind WebServer --defaulting --programmatic-validation',
  );
});

/** The lines that a user has written, without indentation, each as often as it was. */
function linesOfUser(old: Files, edited: Files): readonly string[] {
  return [...edited].flatMap(([path, text]) => {
    // Other quotes alone do not make a line the user's.
    const known = counted((old.get(path) ?? '').replaceAll('"', "'"));
    return linesOf(text).filter((each) => {
      const line = each.replaceAll('"', "'");
      const left = known.get(line) ?? 0;
      known.set(line, left - 1);
      return left <= 0;
    });
  });
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/).map((line) => line.trim());
}

function counted(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of linesOf(text)) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

/** The lines of a user that no file has any more. */
function lost(lines: readonly string[], files: Files): readonly string[] {
  const left = counted([...files].flatMap(([path, text]) => (path === stateFile ? [] : [text])).join('\n'));
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return line !== '' && count <= 0;
  });
}

/** The lines of a user, as they are after files moved and exports were renamed. */
function renamed(lines: readonly string[], to: string): readonly string[] {
  const names = [
    ['0.0.3', './cache.state.js', './cache.conditions.js'],
    ['0.1.0', 'newController', 'controllerManagedBy'],
  ] as const;
  return names
    .filter(([since]) => versions.indexOf(since) <= versions.indexOf(to))
    .reduce((all, [, from, name]) => all.map((line) => line.replaceAll(from, name)), lines);
}

/** One of the pairs of releases, another one for each edit; all in `npm run test:full`. */
function shareOf({ name }: UserEdit): readonly (readonly [string, string])[] {
  if (isFull) return pairs;
  return [createRandom(seed + name.length).pick(pairs)];
}

const tried = userEdits.map((each, index) => ({ ...each, index })).filter(({ index }) => isFull || index % 3 === 1);

describe.each(tried)('a project with $name', ({ index, ...each }) => {
  test.each(shareOf(each))('is upgraded from %s to %s', async (from, to) => {
    const old = asOf(present, releases, from);
    const edited = each.edit(old);
    const ran = await upgraded(edited, ` --to ${to}`);
    const hasConflict = [...ran.files].some(([, text]) => text.includes('<<<<<<< yours'));
    if (each.contradicts === undefined) {
      expect(ran.exitCode, ran.said).toBe(0);
      expect(hasConflict).toBe(false);
    } else expect(ran.exitCode, ran.said).toBeLessThanOrEqual(1);
    expect(lost(renamed(linesOfUser(old, edited), to), ran.files)).toEqual([]);

    const twice = await upgraded(ran.files, ` --to ${to}`);
    expect(twice.files).toEqual(ran.files);
    if (to === '0.1.0' && !hasConflict) {
      const check = await runLine(ran.files, 'check');
      expect(check.exitCode, check.said).toBe(0);
    }
    expect(ran.emptyFolders).toEqual([]);
  });

  test.runIf(isFull || index % 4 === 0)('is upgraded in one step to the same as in several', async () => {
    if (each.contradicts !== undefined) return expect(each.contradicts).toBe(true);
    const edited = each.edit(asOf(present, releases, '0.0.1'));
    let files = edited;
    for (const to of versions.slice(1)) files = (await upgraded(files, ` --to ${to}`)).files;
    expect((await upgraded(edited)).files).toEqual(files);
  });
});
