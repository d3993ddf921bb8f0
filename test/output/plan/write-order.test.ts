import { describe, expect, it } from 'vitest';
import { apply } from '../../../src/output/plan/apply.js';
import { makePlan } from '../../../src/output/plan/make-plan.js';
import { faultAt, meddledHost } from '../../support/faults.js';
import { memoryDisk, root } from '../../support/memory-disk.js';

/** A plan that moves a file, changes another one, and says in PROJECT that it is done. */
function upgraded() {
  const standing = memoryDisk(
    new Map([
      ['PROJECT', 'cliVersion: 0.1.0\n'],
      ['config/role.yaml', 'old\n'],
      ['hack/a.js', 'mine\n'],
    ]),
  );
  const made = makePlan(
    standing.host,
    root,
    [
      { path: 'PROJECT', content: 'cliVersion: 0.2.0\n', ownership: 'merged' },
      { path: 'config/role.yaml', content: 'new\n', ownership: 'generated' },
      { path: 'hack/b.js', content: 'mine\n', ownership: 'merged' },
    ],
    { unwanted: ['hack/a.js'] },
  );
  return { ...standing, plan: made.plan };
}

describe('the files of a plan', () => {
  it('are written before the record, and PROJECT last; removed ones go after the others', () => {
    const { host, plan } = upgraded();
    const renamed: string[] = [];
    const watched = { ...host, rename: (from: string, to: string) => (renamed.push(from, to), host.rename(from, to)) };
    apply(watched, root, plan);
    const inProject = renamed.filter((path) => !/\/\.operator-gen\/(?:pending|staged)/.test(path));
    expect(inProject.map((path) => path.slice(root.length + 1))).toEqual([
      'config/role.yaml',
      'hack/b.js',
      'hack/a.js',
      '.operator-gen/scaffold.json',
      'PROJECT',
    ]);
  });

  it('leave a command that can be run again, and a moved file at one of its paths, wherever it is killed', () => {
    const counted = upgraded();
    const counting = faultAt(counted.host, Infinity, () => undefined, ['rename']);
    apply(counting, root, counted.plan);
    for (let n = 1; n < counting.calls(); n += 1) {
      const { host, plan, files } = upgraded();
      const dying = meddledHost(host, ['rename'], (each) => {
        if (each >= n) throw new Error('dead');
      });
      try {
        apply(dying, root, plan);
      } catch {
        // It was killed.
      }
      const left = files();
      expect([left.get('hack/a.js'), left.get('hack/b.js')]).toContain('mine\n');
      const isDone = left.get('config/role.yaml') === 'new\n' && left.has('hack/b.js') && !left.has('hack/a.js');
      if (left.get('PROJECT') === 'cliVersion: 0.2.0\n') expect(isDone).toBe(true);
    }
    expect(counting.calls()).toBeGreaterThan(5);
  });
});
