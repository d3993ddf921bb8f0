import { setTimeout as sleep } from 'node:timers/promises';
import type { Deadline } from '../timing/deadline.js';
import type { CredentialSource, PemSource } from './cluster-config.js';
import { isRepeatable, isUntrusted, type ExchangeFailure } from './failure.js';
import type { Answer, OpenRequest } from './open-request.js';
import { retryAfter, textOf } from './response.js';
import type { TransportErrors } from './transport-errors.js';
import type { TransportRequest } from './transport.js';

const attempts = 5;
/** Milliseconds before the first retry on a new connection; doubled for each further one. */
const pauseAfterBreak = 100;

export interface SendAgainParts {
  readonly open: OpenRequest;
  readonly errors: TransportErrors;
  readonly authority: PemSource | undefined;
  readonly credentials: CredentialSource;
}

/**
 * Sends a request, and retries it if that is safe: the server asks for it, the connection broke, or there may be a newer
 * credential or authority. Returns the body as text.
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
    const answer = await exchanged(open, request, deadline).catch(async (error: unknown) => {
      // Nothing was sent to an untrusted server; its authority may have been renewed by now.
      const renewed = isUntrusted(error) && authority?.get() !== trusted;
      const isBroken = isRepeatable(error, request.method);
      if (isLast || !(renewed || isBroken)) throw error;
      // The server regularly closes kept-alive connections. A new connection that breaks indicates a server that starts
      // or stops.
      const isNew = isBroken && !(error as ExchangeFailure).reusedSocket;
      if (isNew) await pause(pauseAfterBreak * 2 ** (attempt - 1), deadline, () => error);
      return undefined;
    });
    if (answer === undefined) continue;
    const { response, text } = answer;
    const { code } = response;
    errors.refuseForeign(answer, text);
    errors.refusePartial(answer, request);
    if (code < 300) return text;
    if (code === 401 && mayRenew) {
      mayRenew = false;
      continue;
    }
    const wait = isLast ? undefined : retryAfter(response);
    const refused = () => errors.refused(answer, text, request);
    if (wait === undefined) throw refused();
    await pause(wait, deadline, refused);
  }
}

/** Sends a request, and reads the whole answer. */
async function exchanged(
  open: OpenRequest,
  request: TransportRequest,
  deadline: Deadline,
): Promise<Answer & { readonly text: string }> {
  const answer = await open(request, 'requests', deadline);
  return { ...answer, text: await textOf(answer.response, request.mostBytes) };
}

/** @throws the result of `tooLate` if the time would be over first */
async function pause(milliseconds: number, deadline: Deadline, tooLate: () => unknown): Promise<void> {
  if (milliseconds > deadline.remaining()) throw tooLate();
  await sleep(milliseconds, undefined, { signal: deadline.signal });
}
