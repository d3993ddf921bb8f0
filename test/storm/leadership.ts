import type { AuditEvent } from '../../runtime/src/testing/index.js';

/** What the storm's audit policy records beside the usual. */
export interface StormAuditEvent extends AuditEvent {
  readonly auditID: string;
  readonly requestReceivedTimestamp: string;
  /** Of writes to the lease. */
  readonly responseObject?: {
    readonly metadata?: { readonly resourceVersion?: string };
    readonly spec?: { readonly holderIdentity?: string };
  };
}

/** From when to when a user held the lease. Milliseconds of the wall clock. */
export interface Term {
  readonly user: string;
  /** When its request for the lease had arrived: before that it cannot have known that it leads. */
  readonly from: number;
  /** When another's request for the lease, or its own to give it back, had been answered; by then it was over. */
  until: number;
}

export interface Leadership {
  /** The oldest first. */
  readonly terms: readonly Term[];
  /** Writes that left a process while it did not hold the lease, a line each. */
  readonly violations: readonly string[];
}

const writes = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);
const isLease = ({ objectRef }: StormAuditEvent): boolean => objectRef?.resource === 'leases';
const wasDone = ({ responseStatus }: StormAuditEvent): boolean => (responseStatus?.code ?? 0) < 300;

/**
 * Who led when, by the lease, and who wrote without leading.
 * @param isOperator whether a user is one of those who have to lead before they write
 * @param restores when etcd was restored, and versions were counted anew
 * @param leftAt when a write left its process, by audit id, where that is known better than by its arrival at the server
 */
export function leadershipOf(
  events: readonly StormAuditEvent[],
  isOperator: (user: string) => boolean,
  leftAt: ReadonlyMap<string, number> = new Map(),
  restores: readonly number[] = [],
): Leadership {
  const complete = events.filter(
    ({ stage, verb, user }) => stage === 'ResponseComplete' && writes.has(verb) && isOperator(user.username),
  );
  const terms = termsOf(
    complete.filter((event) => isLease(event) && wasDone(event)),
    restores,
  );
  const violations = complete
    .filter((event) => !isLease(event))
    .flatMap((event) => {
      const user = event.user.username;
      const left = leftAt.get(event.auditID) ?? Date.parse(event.requestReceivedTimestamp);
      const own = terms.filter((term) => term.user === user);
      if (own.some(({ from, until }) => from <= left && left <= until)) return [];
      const last = own.findLast(({ from }) => from <= left);
      const why =
        last === undefined ? 'never led' : `${left - last.until} ms after another led, or it released the lease`;
      return [`${user} ${event.verb} ${event.requestURI} (${event.responseStatus?.code}): ${why}`];
    });
  return { terms, violations };
}

function termsOf(leaseWrites: readonly StormAuditEvent[], restores: readonly number[]): Term[] {
  const eraOf = ({ stageTimestamp }: StormAuditEvent): number =>
    restores.filter((at) => at <= Date.parse(stageTimestamp)).length;
  // The version of a lease is a revision of etcd: the order in which the writes were done, whatever the clocks say.
  const ordered = leaseWrites.toSorted((one, other) => eraOf(one) - eraOf(other) || versionOf(one) - versionOf(other));
  const terms: Term[] = [];
  let holder = '';
  for (const event of ordered) {
    const next = event.responseObject?.spec?.holderIdentity ?? '';
    if (next === holder) continue;
    const last = terms.at(-1);
    if (last !== undefined && last.until === Infinity) last.until = Date.parse(event.stageTimestamp);
    const from = Date.parse(event.requestReceivedTimestamp);
    if (next !== '') terms.push({ user: event.user.username, from, until: Infinity });
    holder = next;
  }
  return terms;
}

function versionOf({ responseObject }: StormAuditEvent): number {
  return Number(responseObject?.metadata?.resourceVersion ?? 0);
}
