import { beforeEach, expect } from 'vitest';
import type { WriteObserver, WriteOutcome, WriteTarget } from '../../runtime/src/client/write-observer.js';

/** The writes of one test, as a client reports them to its observer. */
export interface RecordedWrites {
  readonly writes: WriteObserver;
  /** Every write that was started, with its outcomes. */
  readonly told: { readonly target: WriteTarget; readonly outcomes: WriteOutcome[] }[];
  /** Returns the outcome of the only write. */
  readonly outcome: () => WriteOutcome;
}

/** Records the writes of each test of a file. */
export function recordWrites(): RecordedWrites {
  const told: RecordedWrites['told'] = [];
  beforeEach(() => {
    told.length = 0;
  });
  const begin: WriteObserver['begin'] = (target) => {
    const outcomes: WriteOutcome[] = [];
    told.push({ target, outcomes });
    return (one) =>
      void outcomes.push(
        one.type === 'stored' ? { ...one, object: structuredClone(one.object) } : structuredClone(one),
      );
  };
  return {
    writes: { begin },
    told,
    outcome: () => {
      expect(told).toHaveLength(1);
      expect(told[0]!.outcomes).toHaveLength(1);
      return told.splice(0)[0]!.outcomes[0]!;
    },
  };
}
