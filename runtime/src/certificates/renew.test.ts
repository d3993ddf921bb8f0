import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dataOf, isIssuedBy, keptIn, nothingKept, parse, type Kept } from './kept.js';
import { renew, type Renewed, type RenewOptions } from './renew.js';

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.UTC(2026, 0, 1);
const options: RenewOptions = {
  now: start,
  hosts: ['a.b.svc', '192.0.2.1', '2001:db8::1'],
  injectedFor: undefined,
  caCertDuration: 365 * day,
  serverCertDuration: 90 * day,
};
const after = (kept: Kept, days: number, more: Partial<RenewOptions> = {}): Renewed =>
  renew(kept, { ...options, now: start + days * day, ...more });
const servedBy = ({ kept: { authorities, serving } }: Renewed): number =>
  authorities.findIndex((each) => isIssuedBy(new X509Certificate(serving.cert), each));

const fresh = renew(nothingKept, options);

describe('the certificate', () => {
  it('is made for every host, by an authority of its own, good from before now', () => {
    expect(fresh.changes).toEqual([
      'an authority was made: there was none',
      'a serving certificate was made: there was none',
    ]);
    const [authority, ...others] = fresh.kept.authorities.map((each) => parse(each)!);
    expect(others).toEqual([]);
    expect(authority!.ca).toBe(true);
    expect(Date.parse(authority!.validTo)).toBe(start + 365 * day);
    const serving = new X509Certificate(fresh.kept.serving.cert);
    expect(serving.subjectAltName).toBe('DNS:a.b.svc, IP Address:192.0.2.1, IP Address:2001:DB8:0:0:0:0:0:1');
    expect([serving.validFrom, serving.validTo].map((time) => Date.parse(time))).toEqual([
      start - hour,
      start + 90 * day,
    ]);
    expect(servedBy(fresh)).toBe(0);
  });

  it('comes back as it was from what is stored', () => {
    expect(keptIn(dataOf(fresh.kept))).toEqual({ kept: fresh.kept, problems: [] });
  });

  it('stays for two thirds of its time, and the next one is of the same authority', () => {
    const before = after(fresh.kept, 59.9);
    expect(before.changes).toEqual([]);
    expect(before.due).toBe(start + 60 * day);
    const renewed = after(fresh.kept, 60);
    expect(renewed.changes).toEqual(['a serving certificate was made: the last one is about to expire']);
    expect(renewed.kept.authorities).toEqual(fresh.kept.authorities);
    expect(renewed.due).toBe(start + 120 * day);
  });

  it('is made at once when it is not for a host, when its time is over, or when it is lost', () => {
    const reasonOf = ({ changes }: Renewed): string | undefined => changes.at(-1);
    expect(reasonOf(after(fresh.kept, 1, { hosts: ['a.b.svc', 'other'] }))).toMatch(/the last one was not for other$/);
    expect(reasonOf(after(fresh.kept, 1, { hosts: ['192.0.2.2'] }))).toMatch(/the last one was not for 192.0.2.2$/);
    expect(reasonOf(after(fresh.kept, 90))).toMatch(/the last one is not valid now$/);
    expect(reasonOf(after({ ...fresh.kept, serving: undefined }, 1))).toMatch(/there was none$/);
  });
});

describe('the authority', () => {
  const day244 = after(fresh.kept, 240, { hosts: ['new'] });
  const introduced = after(day244.kept, 244, { hosts: ['new'] });
  const at = (days: number, minutes: number, injectedSince: number | undefined, kept: Kept = introduced.kept) =>
    renew(kept, {
      ...options,
      hosts: ['new'],
      now: nowAt(days, minutes),
      injectedFor: injectedSince && nowAt(days, minutes) - injectedSince,
    });
  const nowAt = (days: number, minutes: number): number => start + days * day + minutes * 60_000;

  it('has a follower after two thirds of its time, which does not sign before all have heard of it', () => {
    expect(introduced.changes).toEqual(['an authority was made: the last one is about to expire']);
    expect(introduced.kept.authorities.slice(1)).toEqual(fresh.kept.authorities);
    expect(introduced.kept.serving).toEqual(day244.kept.serving);
    expect(servedBy(introduced)).toBe(1);
    const told = start + 244 * day;
    expect(at(244, 60, undefined).changes).toEqual([]);
    expect(at(244, 4, told)).toMatchObject({ changes: [], due: told + 300_000 });
    const signed = at(244, 5, told);
    expect(signed.changes).toEqual(['a serving certificate was made: all webhooks trust the new authority']);
    expect(servedBy(signed)).toBe(0);
    expect(signed.kept.authorities).toEqual(introduced.kept.authorities);
  });

  it('is trusted for a day after the last that it signed was replaced', () => {
    const signed = at(244, 5, start + 244 * day);
    expect(at(245, 4, start, signed.kept)).toMatchObject({ changes: [], due: start + 245 * day + 300_000 });
    const alone = at(245, 5, start, signed.kept);
    expect(alone.kept.authorities).toEqual(introduced.kept.authorities.slice(0, 1));
    expect(at(245, 6, start, alone.kept).changes).toEqual([]);
  });

  it('signs at once when nothing else could be served', () => {
    // Nothing ran for longer than the validity of all certificates.
    const late = after(fresh.kept, 400);
    expect(late.changes).toEqual([
      'an authority that is not valid now was removed',
      'an authority was made: the last one is not valid now',
      'a serving certificate was made: the last one is not valid now',
    ]);
    expect(late.kept.authorities).toHaveLength(1);
    expect(servedBy(late)).toBe(0);
  });

  it('is made again when its key is lost, and what is served stays trusted', () => {
    const renewed = after({ ...fresh.kept, authorityKey: undefined }, 1);
    expect(renewed.changes).toEqual(['an authority was made: the key of the last one is lost']);
    expect(renewed.kept.authorities.slice(1)).toEqual(fresh.kept.authorities);
    expect(renewed.kept.serving).toEqual(fresh.kept.serving);
    // Of two authorities that are newer than the served certificate, the first has signed nothing.
    const again = after({ ...renewed.kept, authorityKey: undefined }, 1);
    expect(again.kept.authorities.slice(1)).toEqual(fresh.kept.authorities);
  });

  it('signs nothing for longer than it is good itself', () => {
    const { kept } = renew(nothingKept, { ...options, caCertDuration: 90 * day });
    const end = (pem: string): number => Date.parse(new X509Certificate(pem).validTo);
    const renewed = renew(kept, { ...options, caCertDuration: 90 * day, now: start + 50 * day, hosts: ['new'] });
    expect(end(renewed.kept.serving.cert)).toBe(end(kept.authorities[0]!));
  });
});

describe('a clock that jumps', () => {
  it('forward hurries no authority: what has lasted a minute has lasted a minute', () => {
    const introduced = after({ ...fresh.kept, authorityKey: undefined }, 1).kept;
    const minute = 60_000;
    const jumped = after(introduced, 1, { now: start + 30 * day, injectedFor: minute });
    expect(jumped).toMatchObject({ changes: [], due: start + 30 * day + 4 * minute });
    expect(after(introduced, 1, { now: start + day - 10 * minute, injectedFor: 5 * minute }).changes).toEqual([
      'a serving certificate was made: all webhooks trust the new authority',
    ]);
  });

  it('back leaves nothing that no one accepts yet', () => {
    const ahead = after(nothingKept, 400).kept;
    const back = after(ahead, 0);
    expect(back.changes).toEqual([
      'an authority that is not valid now was removed',
      'an authority was made: the last one is not valid now',
      'a serving certificate was made: the last one is not valid now',
    ]);
    expect(Date.parse(new X509Certificate(back.kept.serving.cert).validFrom)).toBeLessThan(start);
    expect(after(back.kept, 0).changes).toEqual([]);
    // Less than the backdating, because the clocks of two replicas differ, has no effect.
    expect(after(fresh.kept, -1 / 25).changes).toEqual([]);
  });

  it('is settled when copies have different clocks', () => {
    const ahead = after(nothingKept, 2).kept;
    const right = after(ahead, 0).kept;
    expect(after(right, 2).changes).toEqual([]);
    expect(after(right, 0).changes).toEqual([]);
  });
});

it('whatever the day, there is something served that is trusted and not over, and it settles', () => {
  let kept: Kept = nothingKept;
  let steps = 0;
  for (let now = start; now < start + 3 * 365 * day;) {
    const renewed = renew(kept, { ...options, now, injectedFor: hour });
    const serving = new X509Certificate(renewed.kept.serving.cert);
    const bundle = new Set(renewed.kept.authorities);
    // A replica that has not read the update still serves the previous certificate.
    const before = kept.serving === undefined ? serving : new X509Certificate(kept.serving.cert);
    for (const each of [serving, before]) {
      expect([...bundle].some((authority) => isIssuedBy(each, authority))).toBe(true);
      expect(Date.parse(each.validTo)).toBeGreaterThan(now);
    }
    // Nor does a replica serve a certificate that the previous bundle does not trust.
    if (kept.authorities.length > 0)
      expect(kept.authorities.some((authority) => isIssuedBy(serving, authority))).toBe(true);
    expect(renewed.due).toBeGreaterThan(now);
    kept = renewed.kept;
    steps += 1;
    now = renewed.changes.length > 0 ? now + 1000 : renewed.due;
  }
  expect(steps).toBeLessThan(100);
});
