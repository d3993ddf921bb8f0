import { setTimeout as sleep } from 'node:timers/promises';
import type { Deadline } from '../timing/deadline.js';
import type { CredentialSource, PemSource } from './cluster-config.js';
import { isUntrusted, wasStale } from './failure.js';
import type { OpenRequest } from './open-request.js';
import { retryAfter, textOf } from './response.js';
import type { TransportErrors } from './transport-errors.js';
import type { TransportRequest } from './transport.js';

const attempts = 5;

export interface SendAgainParts {
  readonly open: OpenRequest;
  readonly errors: TransportErrors;
  readonly authority: PemSource | undefined;
  readonly credentials: CredentialSource;
}

/**
 * Sends a request, and retries it if that is safe: the server asks for it, a kept-alive connection was just closed, or
 * there may be a newer credential or authority. Returns the body as text.
 * @throws ApiError if the server rejects the request; any error in transit
 */
export async function sendAgain(
  { open, errors, authority, credentials }: SendAgainParts,
  request: TransportRequest,
  deadline: Deadline,
): Promise<string> {
  let mayRenew = credentials.rejected !== undefined;
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === attempts;
    const trusted = authority?.get();
    const answer = await open(request, 'requests', deadline).catch((error: unknown) => {
      // Nothing was sent to an untrusted server; its authority may have been renewed by now.
      const renewed = isUntrusted(error) && authority?.get() !== trusted;
      if (!isLast && (renewed || wasStale(error, request.method))) return undefined;
      throw error;
    });
    if (answer === undefined) continue;
    const { response } = answer;
    const { code } = response;
    const text = await textOf(response, request.mostBytes);
    errors.refuseForeign(answer, text);
    errors.refusePartial(answer, request);
    if (code < 300) return text;
    if (code === 401 && mayRenew) {
      mayRenew = false;
      continue;
    }
    const wait = isLast ? undefined : retryAfter(response);
    if (wait === undefined || wait > deadline.remaining()) throw errors.refused(answer, text, request);
    await sleep(wait, undefined, { signal: deadline.signal });
  }
}
