import { randomBytes, type X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Certificate } from '../serving/certificate.js';
import { backdated, makeAuthority, makeServingCertificate } from '../serving/make-certificate.js';
import { isIssuedBy, parse, type Kept } from './kept.js';

/** Complete content. */
export interface Whole extends Kept {
  readonly authorityKey: string;
  readonly serving: Certificate;
}

export interface RenewOptions {
  /** Milliseconds since 1970, like all times here. */
  readonly now: number;
  /** Hosts that the serving certificate must be valid for. */
  readonly hosts: readonly string[];
  /**
   * How long every object that points to this operator has had all authorities, by a monotonic clock; undefined if one
   * lacks them.
   */
  readonly injectedFor: number | undefined;
  readonly caCertDuration: number;
  readonly serverCertDuration: number;
}

export interface Renewed {
  readonly kept: Whole;
  /** Changes and their reasons; empty if nothing changed. */
  readonly changes: readonly string[];
  /** Time of the next step. */
  readonly due: number;
}

/**
 * Time between the distribution of a new authority and the first certificate that it signs, because API servers receive
 * the update one by one. This time and the one below are in milliseconds.
 */
const settling = 300_000;
/**
 * How long an authority stays trusted after its last certificate was replaced, because a replica may not know about
 * that yet.
 */
const retained = 86_400_000;
const renewAfter = 2 / 3;

/**
 * Returns the content to keep from now on. No step makes a request fail: a new authority is distributed first, then it
 * signs the serving certificate, then the previous authority is removed. A new authority signs at once only if nothing
 * can be served otherwise.
 */
export function renew(before: Kept, options: RenewOptions): Renewed {
  const { now, caCertDuration, serverCertDuration, injectedFor } = options;
  const changes: string[] = [];
  /** Times of future steps. */
  const times: number[] = [];
  let { authorityKey, serving } = before;
  let authorities = before.authorities.filter((each) => isValid(parse(each), now));
  if (authorities.length < before.authorities.length) changes.push('an authority that is not valid now was removed');

  const served = serving && parse(serving.cert);
  const signer = served === undefined ? -1 : authorities.findIndex((each) => isIssuedBy(served, each));
  const reason = whyNewAuthority(before, authorities[0], options);
  if (reason !== undefined) {
    const validity = { now: new Date(now), until: new Date(now + caCertDuration) };
    const made = makeAuthority(`webhook-ca-${randomBytes(8).toString('hex')}`, validity);
    // An authority that is newer than the serving certificate has not signed anything in use.
    authorities = [made.cert, ...authorities.slice(Math.max(signer, 0))];
    authorityKey = made.key;
    changes.push(`an authority was made: ${reason}`);
  }

  const issue = (why: string): void => {
    serving = issueServing(authorities[0]!, authorityKey!, options);
    changes.push(`a serving certificate was made: ${why}`);
  };
  const unusable = whyUnusable(served, signer, options);
  if (unusable !== undefined) issue(unusable);
  else if (reason !== undefined || signer > 0) {
    const known = reason !== undefined || injectedFor === undefined ? undefined : now + settling - injectedFor;
    if (known !== undefined && now >= known) issue('all webhooks trust the new authority');
    times.push(known ?? now + settling, endOf(served));
  } else if (now >= renewalOf(served, serverCertDuration)) issue('the last one is about to expire');
  else if (authorities.length > 1) {
    const end = startOf(served) + backdated + retained;
    times.push(end);
    if (now >= end) {
      authorities = authorities.slice(0, 1);
      changes.push('the previous authority was removed: no served certificate is signed by it');
    }
  }

  times.push(
    renewalOf(parse(serving!.cert), serverCertDuration),
    renewalOf(parse(authorities[0]!), caCertDuration),
    ...authorities.map((each) => endOf(parse(each))),
  );
  const due = Math.min(...times.filter((time) => time > now));
  // The first authority has a key, and there is a serving certificate: missing ones have just been created.
  return { kept: { authorities, authorityKey: authorityKey!, serving: serving! }, changes, due };
}

/** Explains why a new authority is needed; undefined if the newest one is sufficient. */
function whyNewAuthority(
  { authorities, authorityKey }: Kept,
  newest: string | undefined,
  { now, caCertDuration }: RenewOptions,
): string | undefined {
  if (authorities.length === 0) return 'there was none';
  if (newest === undefined || newest !== authorities[0]) return 'the last one is not valid now';
  if (authorityKey === undefined) return 'the key of the last one is lost';
  return now >= renewalOf(parse(newest), caCertDuration) ? 'the last one is about to expire' : undefined;
}

/** Explains why a certificate cannot be served; undefined if it can. */
function whyUnusable(
  served: X509Certificate | undefined,
  signer: number,
  { now, hosts }: RenewOptions,
): string | undefined {
  if (served === undefined) return 'there was none';
  if (!isValid(served, now)) return 'the last one is not valid now';
  if (signer === -1) return 'the authority of the last one is no longer trusted';
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
    now: new Date(now),
    until: new Date(Math.min(now + serverCertDuration, endOf(parsed))),
  });
}

const startOf = (certificate: X509Certificate | undefined): number => Date.parse(certificate?.validFrom ?? '');
const endOf = (certificate: X509Certificate | undefined): number => Date.parse(certificate?.validTo ?? '');

/** Checks the start as well, because a clock that was ahead may have created certificates that are not valid yet. */
const isValid = (certificate: X509Certificate | undefined, now: number): boolean =>
  startOf(certificate) <= now && now < endOf(certificate);

/**
 * Returns when to renew a certificate: after two thirds of its validity, or of the configured validity if that is
 * shorter now.
 */
function renewalOf(certificate: X509Certificate | undefined, duration: number): number {
  const made = startOf(certificate) + backdated;
  return made + Math.min(duration, endOf(certificate) - made) * renewAfter;
}
