import { describe, expect, it } from 'vitest';
import { leadershipOf, type StormAuditEvent } from './leadership.js';

const second = (seconds: number): string => new Date(seconds * 1000).toISOString();
const isOperator = (user: string): boolean => ['one', 'other'].includes(user);

let version = 0;
function leaseWrite(user: string, at: number, holderIdentity: string, code = 200): StormAuditEvent {
  version += 1;
  const written = { metadata: { resourceVersion: String(version) }, spec: { holderIdentity } };
  return event(user, at, 'leases', code, code < 300 ? { responseObject: written } : {});
}

function write(user: string, at: number): StormAuditEvent {
  return event(user, at, 'configmaps', 200);
}

function event(user: string, at: number, resource: string, code: number, more = {}): StormAuditEvent {
  return {
    auditID: `${user}-${at}`,
    verb: 'update',
    requestURI: `/${resource}`,
    user: { username: user },
    objectRef: { resource },
    responseStatus: { code },
    stage: 'ResponseComplete',
    requestReceivedTimestamp: second(at),
    stageTimestamp: second(at + 0.1),
    ...more,
  };
}

const violations = (...events: readonly StormAuditEvent[]): number =>
  leadershipOf(events, isOperator).violations.length;

describe('who wrote without leading', () => {
  it('is no one, where each writes in its own term', () => {
    const events = [
      leaseWrite('one', 1, 'a'),
      write('one', 2),
      leaseWrite('one', 3, 'a'),
      write('one', 4),
      leaseWrite('other', 10, 'b'),
      write('other', 11),
    ];
    const { terms, violations: found } = leadershipOf(events, isOperator);
    expect(found).toEqual([]);
    expect(terms.map(({ user, from }) => [user, from])).toEqual([
      ['one', 1000],
      ['other', 10_000],
    ]);
  });

  it('is who never led, who led before another, and who released the lease', () => {
    expect(violations(leaseWrite('one', 1, 'a'), write('other', 2))).toBe(1);
    expect(violations(leaseWrite('one', 1, 'a'), leaseWrite('other', 5, 'b'), write('one', 6))).toBe(1);
    expect(violations(leaseWrite('one', 1, 'a'), leaseWrite('one', 5, ''), write('one', 6))).toBe(1);
    expect(violations(write('one', 1), leaseWrite('one', 2, 'a'))).toBe(1);
  });

  it('is not who wrote between the end of its time and another: no one else can have written', () => {
    expect(violations(leaseWrite('one', 1, 'a'), write('one', 9), leaseWrite('other', 10, 'b'))).toBe(0);
  });

  it('goes by the lease as it was stored: a refused attempt to take it is not a term', () => {
    expect(violations(leaseWrite('one', 1, 'a'), leaseWrite('other', 2, '', 409), write('one', 3))).toBe(0);
  });

  it('goes by when a write left its process, and not by when it arrived, where that is known', () => {
    const events = [leaseWrite('one', 1, 'a'), leaseWrite('other', 5, 'b'), write('one', 6)];
    expect(leadershipOf(events, isOperator, new Map([['one-6', 4500]])).violations).toEqual([]);
    expect(leadershipOf(events, isOperator, new Map([['one-6', 5500]])).violations).toHaveLength(1);
  });

  it('is no one else than the operators', () => {
    expect(violations(leaseWrite('one', 1, 'a'), write('admin', 2))).toBe(0);
  });
});
