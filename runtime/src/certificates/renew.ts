import { randomBytes, type X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Certificate } from '../serving/certificate.js';
import { makeAuthority, makeServingCertificate } from '../serving/make-certificate.js';
import { isIssuedBy, parse, type Kept } from './kept.js';

/** What is kept once it is whole. */
export interface Whole extends Kept {
  readonly authorityKey: string;
  readonly serving: Certificate;
}

export interface RenewOptions {
  /** Milliseconds since 1970, as all times here. */
  readonly now: number;
  /** What the serving certificate has to be good for. */
  readonly hosts: readonly string[];
  /** Since when everything that points to us has had all the authorities; undefined where that is not so. */
  readonly injectedSince: number | undefined;
  readonly caCertDuration: number;
  readonly serverCertDuration: number;
}

export interface Renewed {
  readonly kept: Whole;
  /** What was done and why; empty where all is as it was. */
  readonly changes: readonly string[];
  /** When there is something to do next. */
  readonly due: number;
}

/** Clocks differ: a certificate is good from so long before it was made. Milliseconds, as below. */
const backdated = 3_600_000;
/** From when everything has a new authority until something is served that it signed: API servers hear of it one by one. */
const settling = 300_000;
/** How long an authority is trusted after the last that it signed was replaced: not every copy may have heard of that. */
const retained = 86_400_000;
const renewAfter = 2 / 3;

/**
 * What is to be kept from now on. No step makes a request fail: a new authority is told to everybody first, then it signs what
 * is served, then the one before it goes. Only where nothing can be served otherwise does a new one sign at once.
 */
export function renew(before: Kept, options: RenewOptions): Renewed {
  const { now, caCertDuration, injectedSince } = options;
  const changes: string[] = [];
  let { authorityKey } = before;
  let authorities = before.authorities.filter((each) => endOf(parse(each)) > now);
  if (authorities[0] !== before.authorities[0]) authorityKey = undefined;
  else if (authorities.length < before.authorities.length)
    changes.push('an authority whose time was over was left out');

  const served = before.serving && parse(before.serving.cert);
  const signer = served === undefined ? -1 : authorities.findIndex((each) => isIssuedBy(served, each));
  const isNew = authorityKey === undefined || now >= renewalOf(parse(authorities[0]!), caCertDuration);
  if (isNew) {
    const made = makeAuthority(`webhook-ca-${randomBytes(8).toString('hex')}`, {
      now: new Date(now - backdated),
      until: new Date(now + caCertDuration),
    });
    changes.push(`an authority was made: ${why(before)}`);
    // One that is newer than what is served has signed nothing that is.
    authorities = [made.cert, ...authorities.slice(Math.max(signer, 0))];
    authorityKey = made.key;
  }

  let serving = before.serving;
  let due = now + caCertDuration;
  const issue = (reason: string): void => {
    serving = issueServing(authorities[0]!, authorityKey!, options);
    changes.push(`a serving certificate was made: ${reason}`);
  };
  const unusable = whyUnusable(served, signer, options);
  if (unusable !== undefined) issue(unusable);
  else if (isNew) due = now + settling;
  else if (signer > 0) {
    due = (injectedSince ?? now) + settling;
    if (injectedSince !== undefined && now >= due) issue('everybody knows the new authority');
  } else if (now >= renewalOf(served, options.serverCertDuration)) issue('the time of the last one is nearly over');
  else if (authorities.length > 1) {
    due = startOf(served) + backdated + retained;
    if (now >= due) {
      authorities = authorities.slice(0, 1);
      changes.push('the authority before this one was left out: nothing is served any more that it signed');
    }
  }

  const ends = [renewalOf(parse(authorities[0]!), caCertDuration), endOf(parse(authorities.at(-1)!))];
  const renewal = renewalOf(parse(serving!.cert), options.serverCertDuration);
  // What waits for everybody to know its signer is not due before that.
  if (isNew || signer <= 0) ends.push(renewal);
  const kept = { authorities, authorityKey: authorityKey!, serving: serving! };
  return { kept, changes, due: Math.min(due, ...ends.filter((end) => end > now)) };
}

function why({ authorities, authorityKey }: Kept): string {
  if (authorities.length === 0) return 'there was none';
  return authorityKey === undefined ? 'the key of the last one is lost' : 'the time of the last one is nearly over';
}

/** Why a certificate cannot be served; undefined where it can. */
function whyUnusable(
  served: X509Certificate | undefined,
  signer: number,
  { now, hosts }: RenewOptions,
): string | undefined {
  if (served === undefined) return 'there was none';
  if (endOf(served) <= now) return 'the time of the last one is over';
  if (signer === -1) return 'the authority of the last one is not trusted any more';
  const missing = hosts.find(
    (host) => (isIP(host) === 0 ? served.checkHost(host) : served.checkIP(host)) === undefined,
  );
  return missing && `the last one was not for ${missing}`;
}

function issueServing(authority: string, key: string, { now, hosts, serverCertDuration }: RenewOptions): Certificate {
  const parsed = parse(authority);
  const commonName = parsed?.subject.replace(/^CN=/, '') ?? '';
  return makeServingCertificate({
    commonName: 'webhook-server',
    hosts,
    authority: { cert: authority, key, subject: { commonName } },
    now: new Date(now - backdated),
    until: new Date(Math.min(now + serverCertDuration, endOf(parsed))),
  });
}

const startOf = (certificate: X509Certificate | undefined): number => Date.parse(certificate?.validFrom ?? '');
const endOf = (certificate: X509Certificate | undefined): number => Date.parse(certificate?.validTo ?? '');

/** When a certificate is to be renewed: at two thirds of its time, or of what is to be its time where that is shorter by now. */
function renewalOf(certificate: X509Certificate | undefined, duration: number): number {
  const made = startOf(certificate) + backdated;
  return made + Math.min(duration, endOf(certificate) - made) * renewAfter;
}
