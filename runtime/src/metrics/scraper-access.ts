import { createHash } from 'node:crypto';
import type { Client } from '../client/client.js';
import { defined } from '../json/defined.js';
import { UnexpectedAnswerError } from '../transport/unexpected-answer.js';
import { TokenReview } from '../k8s/authentication/v1.js';
import { SubjectAccessReview } from '../k8s/authorization/v1.js';

/** HTTP status of the answer to a request for the metrics: 200, 401 or 403. */
export type Verdict = 200 | 401 | 403;

/** Milliseconds on the monotonic clock: scrapes with the same token arrive every few seconds. */
const remembered = 10_000;
/** Maximum number of verdicts to cache, so that made-up tokens do not fill the memory. */
const capacity = 256;

/**
 * Allows clients that may `get` the path, as decided by the API server: with a review of the bearer token, then of its
 * user's access. See https://kubernetes.io/docs/reference/access-authn-authz/authorization/#checking-api-access
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
    // Moved to the end: the first entry of the map is the least recently used.
    verdicts.delete(key);
    verdicts.set(key, entry);
    if (verdicts.size > capacity) verdicts.delete(verdicts.keys().next().value!);
    entry.verdict.catch(() => {
      if (verdicts.get(key) === entry) verdicts.delete(key);
    });
    return entry.verdict;
  };
}

/** Hashes the token, so that it stays in memory only during its review. */
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
