import type { Reconciled } from './reconciles.js';

/** A write of the operator. */
export interface TimedWrite {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Its verb and its object. */
  readonly text: string;
  /** The namespace and the name of its object, such as `default/web`. */
  readonly object: string;
  /** Whether it is known that several reconciles could have made it. */
  readonly isShared?: boolean;
}

/** A reconcile whose writes are not asked for yet. */
export interface Other {
  readonly object: string;
  readonly begunAt: number;
  /** Infinity if it has not returned. */
  readonly endedAt: number;
}

/** Writes, and the reconciles that made them. */
export interface Attribution {
  /** The writes of each reconcile; undefined if another one could have made those during it. */
  readonly wrote: ReadonlyMap<Reconciled, readonly string[] | undefined>;
  /** The writes that belong to none of them. */
  readonly rest: readonly TimedWrite[];
}

/** Milliseconds by which rounded times can differ. */
const precision = 3;

interface Span {
  readonly object: string;
  readonly from: number;
  readonly to: number;
  readonly reconcile: Reconciled | undefined;
}

/**
 * Assigns writes to the reconciles during which they were made. Of several that ran at the same time, it is the one of the object that
 * is written; if that does not decide, no reconcile gets it.
 * @param isReconciled reports whether an object has reconciles of its own: another one does not get the writes to it
 */
export function attribute(
  writes: readonly TimedWrite[],
  ended: readonly Reconciled[],
  others: readonly Other[],
  isReconciled: (object: string) => boolean = () => false,
): Attribution {
  const spans: readonly Span[] = [
    ...ended.map((each) => ({
      object: each.object,
      from: each.endedAt - each.milliseconds,
      to: each.endedAt,
      reconcile: each,
    })),
    ...others.map(({ object, begunAt, endedAt }) => ({ object, from: begunAt, to: endedAt, reconcile: undefined })),
  ];
  const found = new Map<Reconciled, string[]>();
  const unclear = new Set<Reconciled>();
  const rest: TimedWrite[] = [];
  for (const write of writes) {
    const candidates = write.isShared === true ? [] : candidatesOf(write, spans, isReconciled(write.object));
    const [only] = candidates;
    if (candidates.length > 1)
      for (const { reconcile } of candidates) if (reconcile !== undefined) unclear.add(reconcile);
    if (candidates.length !== 1 || only!.reconcile === undefined)
      rest.push(candidates.length > 1 ? { ...write, isShared: true } : write);
    else found.set(only!.reconcile, [...(found.get(only!.reconcile) ?? []), write.text]);
  }
  const wrote = ended.map((each) => [each, found.get(each) ?? (unclear.has(each) ? undefined : [])] as const);
  return { wrote: new Map(wrote), rest };
}

function candidatesOf({ at, object }: TimedWrite, spans: readonly Span[], isReconciled: boolean): readonly Span[] {
  const distance = ({ from, to }: Span): number => Math.max(from - at, at - to, 0);
  const near = spans.filter((each) => distance(each) <= precision);
  const same = near.filter((each) => each.object === object);
  if (same.length > 0) return same.toSorted((one, other) => distance(one) - distance(other)).slice(0, 1);
  if (isReconciled) return [];
  const exact = near.filter((each) => distance(each) === 0);
  return exact.length > 0 ? exact : near;
}
