import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DiagnosticsError } from '../../../src/base/diagnostics/diagnostic.js';
import { disk } from '../../../src/base/io/disk.js';
import type { Host } from '../../../src/base/io/host.js';
import { apply } from '../../../src/output/plan/apply.js';
import { recover } from '../../../src/output/plan/journal.js';
import { makePlan } from '../../../src/output/plan/make-plan.js';
import type { DesiredFile } from '../../../src/project/layout/desired-file.js';
import type { Plan } from '../../../src/output/plan/plan.js';
import { allCalls, changingCalls, faultAt, meddledHost, systemError } from '../../support/faults.js';
import { few } from '../../support/few.js';
import { snapshot, temporaryFolder } from '../../support/tree.js';
import { fast, sampleProject } from './sample-project.js';

/** The codes that a plan is refused with; empty when it was applied. */
function codesOf(host: Host, root: string, plan: Plan): readonly string[] {
  try {
    apply(host, root, plan);
    return [];
  } catch (error) {
    if (error instanceof DiagnosticsError) return error.diagnostics.map(({ code }) => code);
    throw error;
  }
}

/** The sample project once its plan was carried out, and how many calls of these that took. */
function carriedOut(calls: typeof allCalls) {
  const whole = sampleProject();
  const counting = faultAt(fast, Infinity, () => undefined, calls);
  apply(counting, whole.root, whole.plan());
  return { done: snapshot(whole.root), calls: counting.calls() };
}

describe('apply', () => {
  it('makes, changes and removes files, and leaves nothing else', () => {
    const { root, plan } = sampleProject();
    apply(disk, root, plan());
    const after = snapshot(root);
    expect(after).toMatchObject({ 'kept.txt': '644 theirs\n', 'config/a.yaml': '644 new\n', 'bin/run': '755 #!\n' });
    expect(Object.keys(after).toSorted()).toEqual([
      '.operator-gen/',
      '.operator-gen/scaffold.json',
      'bin/',
      'bin/run',
      'config/',
      'config/a.yaml',
      'config/crd/',
      'config/crd/bases/',
      'config/crd/bases/a_kept.yaml',
      'kept.txt',
      'src/',
      'src/api/',
      'src/api/v1/',
      'src/api/v1/b.ts',
    ]);
  });

  it('makes a project in an empty folder, and leaves nothing of it when that fails', () => {
    const desired: DesiredFile[] = [{ path: 'src/main.ts', content: '//\n', ownership: 'scaffolded' }];
    const root = temporaryFolder();
    const { plan } = makePlan(disk, root, desired, { fresh: true });
    const lastRename = faultAt(
      disk,
      2,
      () => {
        throw systemError('EIO');
      },
      ['rename'],
    );
    expect(codesOf(lastRename, root, plan)).toEqual(['write-failed']);
    expect(snapshot(root)).toEqual({});
    apply(disk, root, plan);
    expect(snapshot(root)).toHaveProperty(['src/main.ts'], '644 //\n');
  });

  it('does not touch what stays the same', () => {
    const { root, plan } = sampleProject();
    apply(disk, root, plan());
    const times = () =>
      ['config/a.yaml', 'src/api/v1/b.ts', '.operator-gen/scaffold.json', 'config', '.operator-gen'].map(
        (path) => statSync(join(root, path)).mtimeMs,
      );
    const first = times();
    expect(plan().files.map(({ action }) => action)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged']);
    apply(disk, root, plan());
    expect(times()).toEqual(first);
  });

  it('keeps the mode of what it changes, adds the executable bit where it is wanted, and minds the umask', () => {
    const root = temporaryFolder({ 'own.txt': 'a\n', 'own.sh': 'a\n' });
    chmodSync(join(root, 'own.txt'), 0o600);
    chmodSync(join(root, 'own.sh'), 0o640);
    const desired: DesiredFile[] = [
      { path: 'own.txt', content: 'b\n', ownership: 'merged' },
      { path: 'own.sh', content: 'b\n', ownership: 'merged', executable: true },
      { path: 'new.txt', content: 'b\n', ownership: 'merged' },
    ];
    const umask = process.umask(0o077);
    try {
      apply(disk, root, makePlan(disk, root, desired).plan);
    } finally {
      process.umask(umask);
    }
    expect(snapshot(root)).toMatchObject({ 'own.txt': '600 b\n', 'own.sh': '750 b\n', 'new.txt': '600 b\n' });
  });

  it('copies files byte for byte, and puts back bytes that are no text', () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x80]);
    const source = join(temporaryFolder(), 'package.tgz');
    writeFileSync(source, bytes);
    const root = temporaryFolder();
    const copy: DesiredFile = { path: 'vendor/p.tgz', content: 'p', ownership: 'kept', copyOf: source };
    apply(disk, root, makePlan(disk, root, [copy]).plan);
    expect(readFileSync(join(root, 'vendor/p.tgz'))).toEqual(bytes);

    writeFileSync(join(root, 'latin1.txt'), bytes);
    const desired: DesiredFile[] = [
      { path: 'latin1.txt', content: 'text\n', ownership: 'merged' },
      { path: 'z.txt', content: 'text\n', ownership: 'merged' },
    ];
    const standing = () => readFileSync(join(root, 'latin1.txt'));
    const secondFile = faultAt(
      disk,
      2,
      () => {
        expect(standing().toString()).toBe('text\n');
        throw systemError('EIO');
      },
      ['rename'],
    );
    expect(codesOf(secondFile, root, makePlan(disk, root, desired).plan)).toEqual(['write-failed']);
    expect(standing()).toEqual(bytes);
  });
});

describe('a call that fails', () => {
  few(1).each(['ENOSPC', 'EACCES', 'EIO'])('with %s changes not one byte, whichever it is', (code) => {
    const whole = carriedOut(allCalls);
    let refused = 0;
    for (let n = 0; n < whole.calls; n += 1) {
      const { root, plan } = sampleProject();
      const planned = plan();
      const start = snapshot(root);
      const failing = faultAt(
        fast,
        n,
        () => {
          throw systemError(code);
        },
        allCalls,
      );
      const codes = codesOf(failing, root, planned);
      if (codes.length === 0) {
        // It fell into the tidying up: everything is in place, and the next command removes what is left.
        recover(fast, root);
        expect(snapshot(root)).toEqual(whole.done);
      } else {
        refused += 1;
        expect(codes).toEqual(['write-failed']);
        expect(snapshot(root)).toEqual(start);
      }
    }
    expect(refused).toBeGreaterThan(60);
  });

  it('and goes on failing, as a full disk does, changes not one byte', () => {
    const growing = ['write', 'copy', 'makeFolder'] as const;
    const whole = carriedOut(growing);
    for (let n = 0; n < whole.calls; n += 1) {
      const { root, plan } = sampleProject();
      const planned = plan();
      const start = snapshot(root);
      const full = meddledHost(fast, growing, (each) => {
        if (each >= n) throw systemError('ENOSPC');
      });
      expect(codesOf(full, root, planned)).toEqual(['write-failed']);
      expect(snapshot(root)).toEqual(start);
    }
    expect(whole.calls).toBeGreaterThan(8);
  });

  it('names the file that it was about', () => {
    const { root, plan } = sampleProject();
    const failing: Host = {
      ...disk,
      rename: (from, to) => {
        if (to.endsWith('/b.ts')) throw systemError('EACCES');
        disk.rename(from, to);
      },
    };
    expect(() => apply(failing, root, plan())).toThrow('write-failed: src/api/v1/b.ts could not be written: EACCES');
  });

  it('and cannot be rolled back is reported, and recovered by the next command', () => {
    const { root, plan } = sampleProject();
    const planned = plan();
    const start = snapshot(root);
    const broken = meddledHost(disk, ['rename'], (n) => {
      if (n > 2) throw systemError('EIO');
    });
    expect(codesOf(broken, root, planned)).toEqual(['rollback-failed']);
    expect(snapshot(root)).not.toEqual(start);
    expect(recover(disk, root)[0]?.message).toContain('completed');
    expect(makePlan(disk, root, []).plan.files.every(({ action }) => action === 'unchanged')).toBe(true);
    expect(snapshot(root)).toEqual(carriedOut(changingCalls).done);
  });

  it('and is a defect of ours stays one, with everything as it was', () => {
    const { root, plan } = sampleProject();
    const planned = plan();
    const start = snapshot(root);
    const defect = faultAt(
      disk,
      2,
      () => {
        throw new TypeError('oops');
      },
      ['rename'],
    );
    expect(() => apply(defect, root, planned)).toThrow(TypeError);
    expect(snapshot(root)).toEqual(start);
  });
});

describe('a plan that is out of date is refused', () => {
  const refusals: readonly (readonly [string, string, (root: string) => void])[] = [
    ['a file that was edited', 'concurrent-change', (root) => writeFileSync(join(root, 'config/a.yaml'), 'mine\n')],
    [
      'a file that appeared',
      'concurrent-change',
      (root) => {
        mkdirSync(join(root, 'bin'));
        writeFileSync(join(root, 'bin/run'), 'mine\n');
      },
    ],
    [
      'an orphan that was edited',
      'concurrent-change',
      (root) => writeFileSync(join(root, 'config/crd/bases/a_gone.yaml'), 'mine\n'),
    ],
    ['a link that appeared', 'symbolic-link', (root) => symlinkSync(temporaryFolder(), join(root, 'src'))],
    ['a folder that appeared', 'not-a-file', (root) => mkdirSync(join(root, 'bin/run'), { recursive: true })],
  ];
  it.each(refusals)('for %s', (_, code, meddle) => {
    const { root, plan } = sampleProject();
    const planned = plan();
    meddle(root);
    const start = snapshot(root);
    expect(codesOf(disk, root, planned)).toEqual([code]);
    expect(snapshot(root)).toEqual(start);
  });

  it('for a file that is edited while the files before it are written: all of them are rolled back', () => {
    const { root, plan } = sampleProject();
    const planned = plan();
    const start = snapshot(root);
    // The record is written after the other files.
    const path = '.operator-gen/scaffold.json';
    // The first rename makes the journal known, the second one is that of the first file.
    const edited = meddledHost(disk, ['rename'], (n) => {
      if (n === 2) writeFileSync(join(root, path), 'mine\n');
    });
    expect(codesOf(edited, root, planned)).toEqual(['concurrent-change']);
    expect(snapshot(root)).toEqual({ ...start, [path]: '644 mine\n' });
  });

  it('for a conflict, which a command has to deal with first', () => {
    const root = temporaryFolder({ 'a.txt': 'mine\n' });
    const { plan } = makePlan(disk, root, [
      { path: 'a.txt', content: 'ours\n', ownership: 'scaffolded' },
      { path: 'b.txt', content: 'ours\n', ownership: 'scaffolded' },
    ]);
    expect(codesOf(disk, root, plan)).toEqual(['file-exists']);
    expect(existsSync(join(root, 'b.txt'))).toBe(false);
  });
});
