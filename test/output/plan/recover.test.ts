import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DiagnosticsError } from '../../../src/base/diagnostics/diagnostic.js';
import { disk } from '../../../src/base/io/disk.js';
import type { Host } from '../../../src/base/io/host.js';
import { parseRun, printRun, thisRun, type Run } from '../../../src/base/io/run.js';
import { apply } from '../../../src/output/plan/apply.js';
import { pendingJournal, recover } from '../../../src/output/plan/journal.js';
import { keepJournal } from '../../../src/output/plan/kept-journals.js';
import { snapshot, temporaryFolder } from '../../support/tree.js';
import { sampleProject } from './sample-project.js';

/** A process that is always there and never this one. */
const other: Run = { ...thisRun(), pid: 1 };

/** The sample project as a run left it that ended after its first files were in place. */
function halfWritten(written = 1) {
  const { root, plan } = sampleProject();
  const planned = plan();
  let renames = 0;
  const dying: Host = {
    ...disk,
    rename: (from, to) => {
      renames += 1;
      if (renames > written + 1) throw new Error('dead');
      disk.rename(from, to);
    },
  };
  expect(() => apply(dying, root, planned)).toThrow('rollback-failed');
  return { root, plan };
}

function ownedBy(root: string, run: Run): void {
  const folder = join(root, '.operator-gen/pending');
  const owner = readdirSync(folder).find((name) => name.startsWith('run-'))!;
  const { token } = parseRun(owner.slice('run-'.length))!;
  renameSync(join(folder, owner), join(folder, `run-${printRun({ ...run, token })}`));
}

/** A project with a journal that nobody of us wrote. */
function withJournal(files: Readonly<Record<string, string>>): string {
  const pending = Object.entries(files).map(([name, text]) => [`.operator-gen/pending/${name}`, text]);
  const owner = `.operator-gen/pending/run-${printRun({ ...thisRun(), pid: 0 })}`;
  return temporaryFolder({ 'mine.txt': 'mine\n', [owner]: '', ...Object.fromEntries(pending) });
}

function refusal(work: () => unknown): readonly string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof DiagnosticsError) return error.diagnostics.map(({ code }) => code);
    throw error;
  }
}

describe('a journal that a run left', () => {
  it('is reported without a write, and completed by the next run that writes', () => {
    const { root } = halfWritten();
    const start = snapshot(root);
    expect(pendingJournal(disk, root)).toMatchObject([{ code: 'interrupted-run-pending', severity: 'warning' }]);
    expect(snapshot(root)).toEqual(start);
    expect(recover(disk, root)[0]?.message).toContain('completed');
    const { root: other_, plan } = sampleProject();
    apply(disk, other_, plan());
    expect(snapshot(root)).toEqual(snapshot(other_));
    expect(recover(disk, root)).toEqual([]);
  });

  it('is rolled back after a file that it has written got its previous content again', () => {
    const { root } = halfWritten(2);
    expect(readFileSync(join(root, 'config/a.yaml'), 'utf8')).toBe('new\n');
    writeFileSync(join(root, 'config/a.yaml'), 'old\n');
    expect(recover(disk, root).map(({ message }) => message)).toEqual([expect.stringContaining('rolled back')]);
    expect(snapshot(root)).toEqual(snapshot(sampleProject().root));
  });

  it('belongs to its run for as long as that is under way', () => {
    const { root } = halfWritten();
    ownedBy(root, other);
    const start = snapshot(root);
    expect(refusal(() => recover(disk, root))).toEqual(['concurrent-run']);
    expect(refusal(() => pendingJournal(disk, root))).toEqual(['concurrent-run']);
    const { plan } = sampleProject();
    expect(refusal(() => apply(disk, root, plan()))).toEqual(['concurrent-run']);
    expect(snapshot(root)).toEqual(start);
  });

  it('does not belong to a process that got the number of its run, hours later', () => {
    const { root } = halfWritten();
    ownedBy(root, { ...other, startedAt: Date.now() - 3_600_000 });
    expect(recover(disk, root)[0]?.message).toContain('completed');
  });

  it('is taken over by one of several', () => {
    const { root } = halfWritten();
    const slower: Host = {
      ...disk,
      rename: (from, to) => {
        // Between our look at the owner and our attempt another run was faster.
        ownedBy(root, other);
        disk.rename(from, to);
      },
    };
    expect(refusal(() => recover(slower, root))).toEqual(['concurrent-run']);
  });

  it('never writes over what a user did since', () => {
    const { root } = halfWritten();
    mkdirSync(join(root, 'bin'), { recursive: true });
    writeFileSync(join(root, 'bin/run'), 'mine\n');
    writeFileSync(join(root, 'config/crd/bases/a_gone.yaml'), 'mine\n');
    expect(recover(disk, root).map(({ code }) => code)).toEqual(['interrupted-run-recovered', 'rollback-kept']);
    expect(snapshot(root)).toEqual({
      ...snapshot(sampleProject().root),
      'bin/': expect.anything(),
      'bin/run': '755 mine\n',
      'config/crd/bases/a_gone.yaml': '644 mine\n',
    });
  });

  it('that was never promised is removed, and said to be', () => {
    const leftover = `.operator-gen/staged-${printRun({ ...other, startedAt: 0 })}`;
    const root = temporaryFolder({ 'a.txt': 'a\n', [`${leftover}/0.after`]: 'half' });
    keepJournal(disk, root, parseRun(leftover.slice('.operator-gen/staged-'.length))!, { steps: [], folders: [] });
    expect(pendingJournal(disk, root)[0]?.message).toContain('before it changed anything');
    expect(recover(disk, root)[0]?.message).toContain('removed');
    expect(snapshot(root)).toEqual({ 'a.txt': '644 a\n' });
  });

  it('that another run is preparing is kept', () => {
    const root = temporaryFolder({ [`.operator-gen/staged-${printRun(other)}/0.after`]: 'half' });
    const start = snapshot(root);
    expect(pendingJournal(disk, root)).toEqual([]);
    expect(recover(disk, root)).toEqual([]);
    expect(snapshot(root)).toEqual(start);
  });
});

describe('a journal that came from elsewhere', () => {
  const redo = (path: string, action = 'create') => ({
    'redo.json': JSON.stringify({ steps: [{ path, action }], folders: [] }),
    '0.after': 'theirs\n',
  });

  it.each([
    ['that creates a hook', redo('.git/hooks/pre-commit')],
    ['that takes back a step', { 'undo.json': redo('mine.txt')['redo.json'], '0.before': 'theirs\n' }],
    ['that deletes a file', redo('mine.txt', 'delete')],
    ['that leads out of the project', redo('../outside.txt')],
    ['that is not JSON', { 'redo.json': '{' }],
    ['that is nothing', {}],
  ])('%s is refused, and nothing happens', (_, files) => {
    const root = withJournal(files);
    const start = snapshot(root);
    expect(refusal(() => pendingJournal(disk, root))).toEqual(['untrusted-journal']);
    expect(refusal(() => recover(disk, root))).toEqual(['untrusted-journal']);
    const plan = { files: [{ path: 'b.txt', action: 'create', ownership: 'kept', after: '' }] } as const;
    expect(refusal(() => apply(disk, root, plan))).toEqual(['untrusted-journal']);
    expect(snapshot(root)).toEqual(start);
  });

  it('is refused without a name of a run, and where a file has the name of the folder', () => {
    const plain = temporaryFolder({ '.operator-gen/pending/redo.json': '{}' });
    const file = temporaryFolder({ '.operator-gen/pending': '' });
    for (const root of [plain, file]) {
      expect(refusal(() => pendingJournal(disk, root))).toEqual(['untrusted-journal']);
      expect(refusal(() => recover(disk, root))).toEqual(['untrusted-journal']);
    }
  });

  it('of which only the contents are there is not removed', () => {
    const run = printRun({ ...other, startedAt: 0 });
    const root = temporaryFolder({ [`.operator-gen/staged-${run}/0.after`]: 'theirs\n' });
    const start = snapshot(root);
    expect(refusal(() => pendingJournal(disk, root))).toEqual(['untrusted-journal']);
    expect(refusal(() => recover(disk, root))).toEqual(['untrusted-journal']);
    expect(snapshot(root)).toEqual(start);
  });

  it('as a copy of the project, or of its folder alone, is refused', () => {
    const { root } = halfWritten();
    const copy = temporaryFolder();
    cpSync(root, copy, { recursive: true });
    const start = snapshot(copy);
    expect(refusal(() => recover(disk, copy))).toEqual(['untrusted-journal']);
    expect(snapshot(copy)).toEqual(start);
    const { root: second } = sampleProject();
    cpSync(join(root, '.operator-gen'), join(second, '.operator-gen'), { recursive: true });
    expect(refusal(() => recover(disk, second))).toEqual(['untrusted-journal']);
    expect(recover(disk, root)[0]?.message).toContain('completed');
  });

  it('is refused after the project has moved, or another one has taken its place, and completed when it is back', () => {
    const { root } = halfWritten();
    const elsewhere = `${root}-moved`;
    renameSync(root, elsewhere);
    expect(refusal(() => recover(disk, elsewhere))).toEqual(['untrusted-journal']);
    cpSync(elsewhere, root, { recursive: true });
    expect(refusal(() => recover(disk, root))).toEqual(['untrusted-journal']);
    rmSync(root, { recursive: true });
    renameSync(elsewhere, root);
    expect(recover(disk, root)[0]?.message).toContain('completed');
  });

  it('of another user of this machine is refused', () => {
    const { root } = halfWritten();
    const theirs: Host = { ...disk, recordFolders: () => [temporaryFolder()] };
    expect(refusal(() => pendingJournal(theirs, root))).toEqual(['untrusted-journal']);
    expect(refusal(() => recover(theirs, root))).toEqual(['untrusted-journal']);
    expect(recover(disk, root)[0]?.message).toContain('completed');
  });

  const changes: readonly (readonly [string, (pending: string, name: string) => void])[] = [
    ['other words', (pending, name) => writeFileSync(join(pending, name), 'theirs\n')],
    [
      'a link',
      (pending, name) => {
        rmSync(join(pending, name));
        symlinkSync('/etc/passwd', join(pending, name));
      },
    ],
    ['a folder beside it', (pending) => mkdirSync(join(pending, '9.before'))],
  ];
  it.each(changes)('that has %s in place of what was staged is refused before anything is touched', (_, change) => {
    const { root } = halfWritten();
    const pending = join(root, '.operator-gen/pending');
    change(
      pending,
      readdirSync(pending).find((name) => name.endsWith('.after'))!,
    );
    const project = () => Object.entries(snapshot(root)).filter(([path]) => !path.startsWith('.operator-gen/pending'));
    const start = project();
    expect(refusal(() => recover(disk, root))).toEqual(['invalid-journal']);
    expect(project()).toEqual(start);
  });

  it('that is rolled back restores the previous content, and nothing else', () => {
    const { root, plan } = sampleProject();
    let renames = 0;
    // The fourth rename fails, which starts the undoing, and the seventh ends the process.
    const dying: Host = {
      ...disk,
      rename: (from, to) => {
        renames += 1;
        if (renames === 4 || renames > 5) throw new Error('dead');
        disk.rename(from, to);
      },
    };
    const planned = plan();
    expect(() => apply(dying, root, planned)).toThrow('rollback-failed');
    const saved = join(root, '.operator-gen/pending');
    const name = readdirSync(saved).find((each) => each.endsWith('.before'))!;
    const content = readFileSync(join(saved, name));
    writeFileSync(join(saved, name), 'theirs\n');
    expect(refusal(() => recover(disk, root))).toEqual(['invalid-journal']);
    writeFileSync(join(saved, name), content);
    expect(recover(disk, root)[0]?.message).toContain('rolled back');
    expect(snapshot(root)).toMatchObject({ 'config/a.yaml': '644 old\n' });
  });

  it('is not looked for behind a link, and nothing is removed there', () => {
    const theirs = temporaryFolder({ 'pending/redo.json': '{', 'staged-1-1-00000000/a': 'a' });
    const start = snapshot(theirs);
    const root = temporaryFolder({ 'a.txt': 'mine\n' });
    symlinkSync(theirs, join(root, '.operator-gen'));
    expect(recover(disk, root)).toEqual([]);
    expect(pendingJournal(disk, root)).toEqual([]);
    const plan = { files: [{ path: 'b.txt', action: 'create', ownership: 'kept', after: '' }] } as const;
    expect(refusal(() => apply(disk, root, plan))).toEqual(['symbolic-link']);
    expect(snapshot(theirs)).toEqual(start);
  });

  it('that is a link itself is in the way, and nothing is removed behind it', () => {
    const theirs = temporaryFolder({ 'a.txt': 'a\n' });
    const root = temporaryFolder();
    mkdirSync(join(root, '.operator-gen'));
    symlinkSync(theirs, join(root, '.operator-gen/pending'));
    const plan = { files: [{ path: 'b.txt', action: 'create', ownership: 'kept', after: '' }] } as const;
    expect(refusal(() => apply(disk, root, plan))).toEqual(['untrusted-journal']);
    expect(snapshot(theirs)).toEqual({ 'a.txt': '644 a\n' });
    expect(Object.keys(snapshot(root))).toEqual(['.operator-gen/', '.operator-gen/pending']);
  });
});

describe('a recovery that fails', () => {
  it('is a coded error that names the file, and can be tried again', () => {
    const { root } = halfWritten();
    const broken: Host = {
      ...disk,
      rename: (from, to) => {
        if (to.endsWith('b.ts')) throw Object.assign(new Error('EROFS'), { code: 'EROFS' });
        disk.rename(from, to);
      },
    };
    expect(() => recover(broken, root)).toThrow(/recovery-failed: .*src\/api\/v1\/b\.ts.*EROFS/);
    expect(recover(disk, root)[0]?.message).toContain('completed');
  });
});
