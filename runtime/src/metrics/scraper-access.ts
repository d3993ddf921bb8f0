import { createHash } from 'node:crypto';
import type { Client } from '../client/client.js';
import { defined } from '../json/defined.js';
import { UnexpectedAnswerError } from '../transport/unexpected-answer.js';
import { TokenReview } from '../k8s/authentication/v1.js';
import { SubjectAccessReview } from '../k8s/authorization/v1.js';

/** HTTP status with which a request for the metrics is answered: 200, 401 or 403. */
export type Verdict = 200 | 401 | 403;

/** Milliseconds, of the monotonic clock: a scrape comes every few seconds with the same token. */
const remembered = 10_000;
/** Verdicts that are kept at most: made-up tokens must not fill the memory. */
const capacity = 256;

/**
 * Lets in who may `get` the path, as the API server decides: the bearer token is reviewed, then its user's access.
 * https://kubernetes.io/docs/reference/access-authn-authz/authorization/#checking-api-access
 */
export function scraperAccess(client: Client): (authorization: string | undefined, path: string) => Promise<Verdict> {
  const verdicts = new Map<string, { readonly verdict: Promise<Verdict>; readonly until: number }>();
  return (authorization, path) => {
    const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return Promise.resolve(401);
    const now = performance.now();
    const key = keyOf(path, token);
    const known = verdicts.get(key);
    const entry =
      known !== undefined && now < known.until
        ? known
        : { verdict: review(client, token, path), until: now + remembered };
    // Put at the end: the first of the map is the one that was not asked for the longest.
    verdicts.delete(key);
    verdicts.set(key, entry);
    if (verdicts.size > capacity) verdicts.delete(verdicts.keys().next().value!);
    entry.verdict.catch(() => {
      if (verdicts.get(key) === entry) verdicts.delete(key);
    });
    return entry.verdict;
  };
}

/** Tokens do not stay in memory for longer than their review takes. */
function keyOf(path: string, token: string): string {
  return createHash('sha256')
    .update(JSON.stringify([path, token]))
    .digest('base64');
}

async function review(client: Client, token: string, path: string): Promise<Verdict> {
  const { status } = await client.create(TokenReview, { metadata: {}, spec: { token } });
  if (status === undefined) throw new UnexpectedAnswerError('create tokenreviews: the answer has no status');
  if (!status.authenticated) return 401;
  const { username, uid, groups, extra } = status.user ?? {};
  const access = await client.create(SubjectAccessReview, {
    metadata: {},
    spec: {
      nonResourceAttributes: { path, verb: 'get' },
      ...defined({ user: username, uid, groups, extra }),
    },
  });
  if (typeof access.status?.allowed !== 'boolean')
    throw new UnexpectedAnswerError('create subjectaccessreviews: the answer does not say what is allowed');
  return access.status.allowed ? 200 : 403;
}
