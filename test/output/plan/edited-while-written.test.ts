import { describe, expect, it } from 'vitest';
import { DiagnosticsError, type Diagnostic } from '../../../src/base/diagnostics/diagnostic.js';
import type { Host } from '../../../src/base/io/host.js';
import { apply } from '../../../src/output/plan/apply.js';
import { meddledHost, systemError } from '../../support/faults.js';
import { root } from '../../support/memory-disk.js';
import { after, before, edited, editedPaths, homes, wholePlan, type Moving } from './moving-project.js';

/** Applies the plan on a disk on which a user edits a file after the n-th rename, and the last step fails. */
function failing({ host, plan }: Moving, n: number, path: string): readonly Diagnostic[] {
  let done = 0;
  const meddled: Host = {
    ...host,
    rename: (from, to) => {
      if (to === `${root}/PROJECT` && from.endsWith('.after')) throw systemError('EIO');
      host.rename(from, to);
      done += 1;
      if (done === n) host.write(`${root}/${path}`, edited);
    },
  };
  return problemsOf(() => apply(meddled, root, plan));
}

function problemsOf(work: () => void): readonly Diagnostic[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof DiagnosticsError) return error.diagnostics;
    throw error;
  }
}

/** The renames of the whole plan: that of the journal, one for each file, and one that ends the run. */
const renames = (() => {
  const { host, plan } = wholePlan();
  const counting = meddledHost(host, ['rename'], () => undefined);
  apply(counting, root, plan);
  return counting.calls();
})();

describe('a rollback', () => {
  it('keeps what a user changed while the command was writing, and loses nothing that was there before', () => {
    let kept = 0;
    for (const path of editedPaths) {
      for (let n = 1; n < renames - 1; n += 1) {
        const project = wholePlan();
        const problems = failing(project, n, path);
        const found = project.files();
        expect(found.get(path), `${path} edited after rename ${n}`).toBe(edited);
        const reported = problems.filter(({ code }) => code === 'rollback-kept');
        expect(problems[0]!.code, problems[0]!.message).toMatch(/^(?:concurrent-change|write-failed)$/);
        const previous = before.get(path);
        // The edit either comes before the command changes the file, or it is reported.
        if (reported.length > 0) {
          kept += 1;
          expect(reported[0]!.message).toContain(path);
          expect(problems[0]!.help).not.toMatch(/nothing was/);
          if (previous !== undefined) {
            expect(reported[0]!.help).toContain(`${path}.orig`);
            expect(found.get(`${path}.orig`)).toBe(previous);
          }
        } else {
          expect(problems[0]!.help).toMatch(/nothing was/);
          expect(
            [...found.keys()].filter((each) => each.endsWith('.orig')),
            `${path} ${n}`,
          ).toEqual([]);
        }
        const others = [...before].filter(([each]) => each !== path);
        expect(Object.fromEntries(homes(found))).toMatchObject(Object.fromEntries(others));
        for (const created of after.keys())
          if (!before.has(created) && created !== path) expect(found.has(created)).toBe(false);
      }
    }
    expect(kept).toBeGreaterThan(5);
  });

  it('does not take an earlier .orig file for the previous content', () => {
    const project = wholePlan();
    project.host.write(`${root}/src/main.ts.orig`, 'mine as well\n');
    const problems = failing(project, renames - 2, 'src/main.ts');
    expect(problems.map(({ code }) => code)).toEqual(['write-failed', 'rollback-kept']);
    expect(problems[1]!.help).toContain('src/main.ts.orig2');
    expect(project.files().get('src/main.ts.orig')).toBe('mine as well\n');
    expect(project.files().get('src/main.ts.orig2')).toBe(before.get('src/main.ts'));
  });
});
