import { describe, expect, it } from 'vitest';
import { DiagnosticsError } from '../../../src/base/diagnostics/diagnostic.js';
import type { Host } from '../../../src/base/io/host.js';
import { apply } from '../../../src/output/plan/apply.js';
import { pendingJournal, recover } from '../../../src/output/plan/journal.js';
import { bundled } from '../../support/bundle.js';
import { changingCalls, faultAt, meddledHost } from '../../support/faults.js';
import { snapshot } from '../../support/tree.js';
import { fast, sampleProject } from './sample-project.js';

/** The sample project before and after its plan, and how many calls that change something lie between. */
function bothEnds() {
  const { root, plan } = sampleProject();
  const planned = plan();
  const old = snapshot(root);
  const counting = faultAt(fast, Infinity, () => undefined);
  apply(counting, root, planned);
  return { old, done: snapshot(root), calls: counting.calls() };
}

/** A host that changes nothing more from the n-th change on: to the disk, the end of the process. */
function dyingAt(n: number, host: Host = fast): Host {
  return meddledHost(host, changingCalls, (each) => {
    if (each >= n) throw new Error('dead');
  });
}

describe('a run that is killed', () => {
  const child = bundled(new URL('apply-until-killed.ts', import.meta.url));

  it('leaves the project as it was or as it should be, before any call', { timeout: 120_000 }, async () => {
    const { old, done, calls } = bothEnds();
    const outcomes: string[] = [];
    for (let n = 0; n < calls; n += 1) {
      const { root, desired } = sampleProject();
      const { signal } = await child(root, 'SIGKILL', String(n), JSON.stringify(desired));
      expect(signal).toBe('SIGKILL');
      const left = snapshot(root);
      const reported = pendingJournal(fast, root);
      expect(snapshot(root)).toEqual(left);
      const said = recover(fast, root).map(({ code }) => code);
      // Only what is not yet, or not any more, a trace of a run needs no word.
      expect(said).toEqual(reported.length === 0 ? [] : ['interrupted-run-recovered']);
      const now = snapshot(root);
      expect([old, done]).toContainEqual(now);
      outcomes.push(JSON.stringify(now) === JSON.stringify(old) ? 'as it was' : 'as it should be');
      expect(recover(fast, root)).toEqual([]);
    }
    // Up to some call it is as it was, and from there on as it should be.
    expect(outcomes.toSorted((one, other) => other.length - one.length).toReversed()).toEqual(outcomes);
    expect(new Set(outcomes).size).toBe(2);
  });

  it('can be killed again while it recovers', { timeout: 180_000 }, () => {
    const { old, done } = bothEnds();
    for (let first = 0, over = false; !over; first += 3) {
      const { root, plan } = sampleProject();
      const planned = plan();
      over = dies(() => apply(dyingAt(first), root, planned)) === 'survived';
      for (let second = 0; ; second += 1) {
        if (dies(() => recover(dyingAt(second), root)) === 'survived') break;
      }
      recover(fast, root);
      expect([old, done]).toContainEqual(snapshot(root));
    }
  });

  it('can be killed while it takes its steps back', { timeout: 180_000 }, () => {
    const { old } = bothEnds();
    const renames = 6;
    for (let failing = 2; failing < renames; failing += 1) {
      for (let death = 1; ; death += 1) {
        const { root, plan } = sampleProject();
        let calls = 0;
        let refused = false;
        // The n-th rename fails, which starts the undoing; some calls later the process ends.
        const host = meddledHost(
          faultAt(
            fast,
            failing,
            () => {
              refused = true;
              throw Object.assign(new Error('EIO'), { code: 'EIO' });
            },
            ['rename'],
          ),
          changingCalls,
          () => {
            if (!refused) return;
            calls += 1;
            if (calls >= death) throw new Error('dead');
          },
        );
        const planned = plan();
        expect(() => apply(host, root, planned)).toThrow(/write-failed|rollback-failed/);
        const undoing = calls >= death;
        recover(fast, root);
        const now = snapshot(root);
        // Killed before it could say that it takes back, it is completed instead.
        if (death > 1) expect(now).toEqual(old);
        if (!undoing) break;
      }
    }
  });
});

describe('Ctrl-C while a plan is carried out', () => {
  const child = bundled(new URL('apply-until-killed.ts', import.meta.url));

  it('is reported when all is done', async () => {
    const { done, calls } = bothEnds();
    for (const n of [0, Math.floor(calls / 2), calls - 1]) {
      const { root, desired } = sampleProject();
      const { exitCode } = await child(root, 'SIGINT', String(n), JSON.stringify(desired));
      expect(exitCode).toBe(130);
      expect(snapshot(root)).toEqual(done);
    }
  });
});

/** Whether work ended by the death of its host, which nothing that was still to be done outlives. */
function dies(work: () => unknown): 'died' | 'survived' {
  try {
    work();
    return 'survived';
  } catch (error) {
    if (error instanceof DiagnosticsError && !error.message.includes('dead')) throw error;
    return 'died';
  }
}
