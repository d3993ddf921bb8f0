import { existsSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { DiagnosticsError } from '../../src/diagnostics/diagnostic.js';
import { disk } from '../../src/io/disk.js';
import { apply } from '../../src/scaffold/apply.js';
import { pendingJournal, recover } from '../../src/scaffold/journal.js';
import { makePlan } from '../../src/scaffold/make-plan.js';
import type { DesiredFile } from '../../src/scaffold/plan.js';
import { diskFull, faultAt } from '../support/faults.js';
import { snapshot, temporaryFolder } from '../support/tree.js';

const before = { 'kept.txt': 'theirs\n', 'config/a.yaml': 'old\n', 'config/gone.yaml': 'orphan\n' };

/** A project in which one file is created in a new folder, one updated, one removed. */
function project(): { root: string; desired: DesiredFile[] } {
  const root = temporaryFolder(before);
  const owned: DesiredFile = { path: 'config/gone.yaml', content: 'orphan\n', ownership: 'generated' };
  apply(disk, root, makePlan(disk, root, [owned]).plan);
  return {
    root,
    desired: [
      { path: 'config/a.yaml', content: 'new\n', ownership: 'generated' },
      { path: 'src/api/v1/b.ts', content: 'b\n', ownership: 'scaffolded' },
      { path: 'bin/run', content: '#!\n', ownership: 'scaffolded', executable: true },
    ],
  };
}

function planFor({ root, desired }: ReturnType<typeof project>) {
  return makePlan(disk, root, desired, { complete: true }).plan;
}

describe('apply', () => {
  it('makes, changes and removes files, and leaves nothing else', () => {
    const made = project();
    apply(disk, made.root, planFor(made));
    const after = snapshot(made.root);
    expect(after).toMatchObject({
      'kept.txt': '644 theirs\n',
      'config/a.yaml': '644 new\n',
      'src/api/v1/b.ts': '644 b\n',
      'bin/run': '755 #!\n',
    });
    expect(Object.keys(after).filter((path) => path.startsWith('.operator-gen/'))).toEqual([
      '.operator-gen/',
      '.operator-gen/scaffold.json',
    ]);
    expect(existsSync(join(made.root, 'config/gone.yaml'))).toBe(false);
  });

  it('does not touch what stays the same', () => {
    const made = project();
    apply(disk, made.root, planFor(made));
    const times = () =>
      ['config/a.yaml', 'src/api/v1/b.ts', '.operator-gen/scaffold.json'].map(
        (path) => statSync(join(made.root, path)).mtimeMs,
      );
    const first = times();
    const again = planFor(made);
    expect(again.files.map(({ action }) => action)).toEqual(again.files.map(() => 'unchanged'));
    apply(disk, made.root, again);
    expect(times()).toEqual(first);
  });

  it('changes not one byte when the disk is full, whichever call meets it', () => {
    const counting = faultAt(disk, Infinity, diskFull);
    const whole = project();
    apply(counting, whole.root, planFor(whole));
    const done = snapshot(whole.root);
    let failures = 0;
    for (let n = 0; n < counting.calls(); n += 1) {
      const made = project();
      const plan = planFor(made);
      const start = snapshot(made.root);
      try {
        apply(faultAt(disk, n, diskFull), made.root, plan);
        // The fault fell into the tidying up: everything is in place, and the next command removes what is left.
        recover(disk, made.root);
        expect(snapshot(made.root)).toEqual(done);
      } catch (error) {
        failures += 1;
        expect(error).toBeInstanceOf(DiagnosticsError);
        expect((error as DiagnosticsError).diagnostics[0]!.code).toBe('write-failed');
        expect(snapshot(made.root)).toEqual(start);
      }
    }
    expect(failures).toBeGreaterThan(20);
  });

  it('refuses to write while another run does', () => {
    const made = project();
    const plan = planFor(made);
    // Process 1 is always there and never ours.
    const busy = temporaryFolder({ ...before, '.operator-gen/pending/owner': '1' });
    expect(() => apply(disk, busy, plan)).toThrow(/another-run/);
    expect(snapshot(busy)['config/a.yaml']).toBe('644 old\n');
  });
});

describe('a run that is killed', () => {
  const child = fileURLToPath(new URL('apply-until-killed.ts', import.meta.url));
  const tsx = fileURLToPath(new URL('../../node_modules/.bin/tsx', import.meta.url));

  it('leaves the project as it was or as it should be, at any moment', { timeout: 120_000 }, async () => {
    const whole = project();
    const old = snapshot(whole.root);
    apply(disk, whole.root, planFor(whole));
    const total = snapshot(whole.root);
    const outcomes = new Set<string>();
    // Every third call, in turn over the runs: the exhaustive round over every call is the disk-full test above.
    for (let n = 0; n < 45; n += 3) {
      const made = project();
      const { exitCode } = await execa(tsx, [child, made.root, String(n), JSON.stringify(made.desired)], {
        reject: false,
      });
      if (exitCode === 0) break;
      const pending = pendingJournal(disk, made.root);
      const said = recover(disk, made.root);
      expect(said?.code).toBe(pending === undefined ? undefined : 'interrupted-run');
      const now = snapshot(made.root);
      expect([old, total]).toContainEqual(now);
      expect(pendingJournal(disk, made.root)).toBeUndefined();
      outcomes.add(JSON.stringify(now) === JSON.stringify(old) ? 'as it was' : 'as it should be');
    }
    expect([...outcomes].toSorted()).toEqual(['as it should be', 'as it was']);
  });
});

describe('what is in the way', () => {
  const wanted = (path: string): DesiredFile[] => [{ path, content: 'ours\n', ownership: 'scaffolded' }];

  it('is never written through when it is a link', () => {
    const outside = temporaryFolder({ 'secret.txt': 'secret\n' });
    const root = temporaryFolder();
    symlinkSync(outside, join(root, 'config'));
    symlinkSync(join(outside, 'secret.txt'), join(root, 'PROJECT'));
    for (const path of ['config/new.yaml', 'PROJECT']) {
      const { plan, diagnostics } = makePlan(disk, root, wanted(path), { force: true });
      expect(diagnostics.map(({ code }) => code)).toEqual(['link-in-the-way']);
      expect(plan.files.some((file) => file.path === path)).toBe(false);
    }
    expect(snapshot(outside)).toEqual({ 'secret.txt': '644 secret\n' });
  });

  it.each(['../x', '/etc/x', 'a/../../x', 'a//b', ''])('is refused when it is outside: %j', (path) => {
    expect(makePlan(disk, temporaryFolder(), wanted(path)).diagnostics.map(({ code }) => code)).toEqual([
      'outside-project',
    ]);
  });

  it('is named when a folder stands where a file goes, or a file where a folder goes', () => {
    const root = temporaryFolder({ 'a/b.txt': '', file: '' });
    expect(makePlan(disk, root, wanted('a')).diagnostics.map(({ code }) => code)).toEqual(['folder-in-the-way']);
    expect(makePlan(disk, root, wanted('file/x')).diagnostics.map(({ code }) => code)).toEqual(['not-a-folder']);
  });
});

describe('ownership', () => {
  const action = (file: DesiredFile, standing: string, options = {}) => {
    const root = temporaryFolder({ [file.path]: standing });
    return makePlan(disk, root, [file], options).plan.files.find(({ path }) => path === file.path)!.action;
  };
  const file = (ownership: DesiredFile['ownership']): DesiredFile => ({ path: 'f', content: 'ours\n', ownership });

  it.each([
    ['generated', 'update', 'update'],
    ['merged', 'update', 'update'],
    ['sample', 'unchanged', 'update'],
    ['scaffolded', 'conflict', 'update'],
    ['kept', 'unchanged', 'unchanged'],
  ] as const)('%s: %s, with force %s', (ownership, plain, forced) => {
    expect(action(file(ownership), 'theirs\n')).toBe(plain);
    expect(action(file(ownership), 'theirs\n', { force: true })).toBe(forced);
    expect(action(file(ownership), 'ours\n')).toBe('unchanged');
  });

  it("of a new project is nobody else's: even a generated file may not be written over", () => {
    expect(action(file('generated'), 'theirs\n', { fresh: true })).toBe('conflict');
  });

  it('keeps a sample ours until it is edited', () => {
    const root = temporaryFolder();
    const sample = (content: string): DesiredFile => ({ path: 'config/samples/a.yaml', content, ownership: 'sample' });
    const actionOf = (content: string) =>
      makePlan(disk, root, [sample(content)]).plan.files.find(({ path }) => path === 'config/samples/a.yaml')!.action;
    apply(disk, root, makePlan(disk, root, [sample('one\n')]).plan);
    expect(actionOf('two\n')).toBe('update');
    disk.write(join(root, 'config/samples/a.yaml'), 'edited\n');
    expect(actionOf('two\n')).toBe('unchanged');
  });

  it('removes what nothing makes any more, but not what was edited', () => {
    const root = temporaryFolder();
    const generated = (path: string): DesiredFile => ({ path, content: 'x\n', ownership: 'generated' });
    apply(disk, root, makePlan(disk, root, [generated('a'), generated('b')]).plan);
    disk.write(join(root, 'b'), 'edited\n');
    const { plan, diagnostics } = makePlan(disk, root, [], { complete: true });
    expect(plan.files.filter(({ action: each }) => each === 'delete').map(({ path }) => path)).toEqual(['a']);
    expect(diagnostics.map(({ code }) => code)).toEqual(['edited-orphan']);
  });
});
