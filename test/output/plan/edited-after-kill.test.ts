import { describe, expect, it } from 'vitest';
import { DiagnosticsError } from '../../../src/base/diagnostics/diagnostic.js';
import { apply } from '../../../src/output/plan/apply.js';
import { pendingJournal, recover } from '../../../src/output/plan/journal.js';
import { meddledHost } from '../../support/faults.js';
import { root, type Files } from '../../support/memory-disk.js';
import { after, before, edited, editedPaths, homes, planOf, wholePlan, type Moving } from './moving-project.js';

const pending = `${root}/.operator-gen/pending`;

/** The project as a command left it that was killed before its n-th rename. */
function killedAt(n: number): Moving & { readonly survived: boolean } {
  const project = wholePlan();
  const dying = meddledHost(project.host, ['rename'], (each) => {
    if (each >= n) throw new Error('dead');
  });
  let survived = true;
  try {
    apply(dying, root, project.plan);
  } catch {
    survived = false;
  }
  // The rest of a run that has ended does not make it fail.
  return { ...project, survived: survived && project.host.kind(pending) === 'missing' };
}

/** The first kill that leaves steps to be recovered comes after the rename that makes the journal known. */
const kills = (() => {
  const found: number[] = [];
  for (let n = 1; !killedAt(n).survived; n += 1) found.push(n);
  return found;
})();

/** The files of the project, except for one and what is beside it. */
function others(files: Files, path: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...homes(files)].filter(([each]) => each !== path && each !== `${path}.orig`));
}

describe('a file that is edited after a command was killed', () => {
  const cases = kills.flatMap((n) => editedPaths.map((path) => ({ n, path })));

  it.each(cases)(
    'before rename $n, $path: the next run keeps it, and takes back or completes the rest',
    ({ n, path }) => {
      const project = killedAt(n);
      const { host } = project;
      const standing = host.read(`${root}/${path}`);
      host.write(`${root}/${path}`, edited);
      expect(pendingJournal(host, root)).toMatchObject([{ code: 'interrupted-run-pending' }]);
      const said = recover(host, root);
      expect(said[0]!.code).toBe('interrupted-run-recovered');
      const found = project.files();
      expect(found.get(path)).toBe(edited);
      expect(host.kind(`${root}/.operator-gen/pending`)).toBe('missing');
      const isCompleted = said[0]!.message.includes('completed');
      expect(others(found, path)).toEqual(others(isCompleted ? after : before, path));
      const kept = said.filter(({ code }) => code === 'rollback-kept');
      const previous = before.get(path);
      const isCreated = previous === undefined && standing === after.get(path);
      // What the user edited was on the disk at that time; otherwise it is beside the file now.
      const isBeside = !isCompleted && previous !== undefined && previous !== standing;
      expect(kept.map(({ message }) => message)).toHaveLength(isBeside || (!isCompleted && isCreated) ? 1 : 0);
      if (isBeside) expect(kept[0]!.help).toContain(`${path}.orig`);
      expect(found.get(`${path}.orig`)).toBe(isBeside ? previous : undefined);
      expect(recover(host, root)).toEqual([]);
    },
  );

  it('does not stop the command from being run again', () => {
    for (const n of kills) {
      const project = killedAt(n);
      project.host.write(`${root}/src/main.ts`, edited);
      recover(project.host, root);
      apply(project.host, root, planOf(project));
      const found = homes(project.files());
      expect(Object.fromEntries(found)).toMatchObject(Object.fromEntries(after));
      expect(found.has('hack/a.js')).toBe(false);
    }
    expect(kills.length).toBeGreaterThan(5);
  });

  it('can have been restored from version control, with all others', () => {
    for (const n of kills) {
      const project = killedAt(n);
      for (const [path, text] of before) project.host.write(`${root}/${path}`, text);
      recover(project.host, root);
      const found = Object.fromEntries(homes(project.files()));
      expect([Object.fromEntries(before), Object.fromEntries(after)]).toContainEqual(found);
    }
  });

  it('is kept with all that is rolled back, and its previous content is beside it', () => {
    let kept = 0;
    for (const n of kills) {
      const project = killedAt(n);
      const isUnwritten = project.host.read(`${root}/PROJECT`) === before.get('PROJECT');
      if (!isUnwritten) continue;
      // The last file is not written yet, so the steps cannot be completed.
      project.host.write(`${root}/PROJECT`, edited);
      for (const path of ['config/role.yaml', 'hack/a.js', 'src/main.ts'])
        project.host.write(`${root}/${path}`, edited);
      const said = recover(project.host, root).filter(({ code }) => code === 'rollback-kept');
      kept = Math.max(kept, said.length);
      const found = project.files();
      for (const { message } of said) {
        const [path = ''] = message.split(' ');
        expect(found.get(`${path}.orig`)).toBe(before.get(path));
      }
      expect(editedPaths.filter((path) => found.get(path) === edited)).toHaveLength(4);
    }
    expect(kept).toBe(3);
  });

  it('can have been removed: where the rest is rolled back, its previous content is there again', () => {
    const project = killedAt(kills.length - 1);
    expect(project.host.read(`${root}/src/main.ts`)).toBe(after.get('src/main.ts'));
    project.host.remove(`${root}/src/main.ts`);
    project.host.write(`${root}/PROJECT`, edited);
    recover(project.host, root);
    expect(Object.fromEntries(homes(project.files()))).toEqual({ ...Object.fromEntries(before), PROJECT: edited });
  });

  it('can be killed again while it is recovered, at each rename', () => {
    for (const n of kills) {
      for (let second = 0; ; second += 1) {
        const project = killedAt(n);
        project.host.write(`${root}/src/main.ts`, edited);
        const dying = meddledHost(project.host, ['rename'], (each) => {
          if (each >= second) throw new Error('dead');
        });
        let survived = true;
        try {
          recover(dying, root);
        } catch {
          survived = false;
        }
        recover(project.host, root);
        const found = project.files();
        expect(found.get('src/main.ts')).toBe(edited);
        expect([others(before, 'src/main.ts'), others(after, 'src/main.ts')]).toContainEqual(
          others(found, 'src/main.ts'),
        );
        if (survived) break;
      }
    }
  });
});

describe('contents that changed since', () => {
  it('are not used, and the message names files whose only copy is among them', () => {
    const project = killedAt(kills.length - 1);
    const { host } = project;
    expect(host.kind(`${root}/hack/a.js`)).toBe('missing');
    const saved = host.list(pending).find((name) => host.read(`${pending}/${name}`) === before.get('hack/a.js'))!;
    const staged = host.list(pending).find((name) => name.endsWith('.after'))!;
    host.write(`${pending}/${staged}`, 'theirs\n');
    const start = homes(project.files());
    const problem = refusalOf(() => recover(host, root));
    expect(problem).toMatchObject({ code: 'invalid-journal' });
    expect(problem.message).toContain(staged);
    expect(problem.help).toContain(`${saved} is the previous hack/a.js`);
    expect(problem.help).not.toMatch(/delete/);
    expect(homes(project.files())).toEqual(start);
    // The remedy: the folder is elsewhere, and the command starts again from what is there.
    host.rename(pending, '/records/pending');
    expect(host.read(`/records/pending/${saved}`)).toBe(before.get('hack/a.js'));
    recover(host, root);
    apply(host, root, planOf(project));
    expect(Object.fromEntries(homes(project.files()))).toEqual(Object.fromEntries(after));
  });
});

function refusalOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof DiagnosticsError) return error.diagnostics[0]!;
    throw error;
  }
  throw new Error('it was not refused');
}
