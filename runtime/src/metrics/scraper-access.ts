import type { Client } from '../client/client.js';
import { UnexpectedAnswerError } from '../client/unexpected-answer.js';
import { TokenReview } from '../k8s/authentication/v1.js';
import { SubjectAccessReview } from '../k8s/authorization/v1.js';

/** HTTP status with which a request for the metrics is answered: 200, 401 or 403. */
export type Verdict = 200 | 401 | 403;

// A scrape comes every few seconds with the same token; the answer is not asked for anew each time.
const remembered = 10_000;

/**
 * Lets in who may `get` the path, as the API server decides: the bearer token is reviewed, then its user's access.
 * https://kubernetes.io/docs/reference/access-authn-authz/authorization/#checking-api-access
 */
export function scraperAccess(client: Client): (authorization: string | undefined, path: string) => Promise<Verdict> {
  const verdicts = new Map<string, { readonly verdict: Promise<Verdict>; readonly until: number }>();
  return (authorization, path) => {
    const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return Promise.resolve(401);
    const key = `${path} ${token}`;
    const known = verdicts.get(key);
    if (known !== undefined && known.until > Date.now()) return known.verdict;
    const verdict = review(client, token, path);
    // Bounded: whoever makes up tokens must not fill the memory.
    if (verdicts.size > 100) verdicts.clear();
    verdicts.set(key, { verdict, until: Date.now() + remembered });
    verdict.catch(() => verdicts.delete(key));
    return verdict;
  };
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
      ...(username === undefined ? {} : { user: username }),
      ...(uid === undefined ? {} : { uid }),
      ...(groups === undefined ? {} : { groups }),
      ...(extra === undefined ? {} : { extra }),
    },
  });
  if (typeof access.status?.allowed !== 'boolean')
    throw new UnexpectedAnswerError('create subjectaccessreviews: the answer does not say what is allowed');
  return access.status.allowed ? 200 : 403;
}
