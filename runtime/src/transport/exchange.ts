import type { Deadline } from '../timing/deadline.js';
import type { RequestText } from './http/connection.js';
import type { HttpPool } from './http/http-pool.js';
import type { HttpResponse } from './http/http-response.js';

export interface Exchange extends RequestText {
  readonly pool: HttpPool;
  /** Deadline of the exchange, including the body of the response. */
  readonly deadline: Deadline;
}

/**
 * Sends one request and returns the response, whose body has yet to arrive. Nothing is sent after `refusal` has returned
 * an error, no matter how long the event loop was blocked or what the request waited for. The error of a failed exchange
 * is also an `ExchangeFailure`.
 */
export async function exchange({ pool, deadline, ...request }: Exchange): Promise<HttpResponse> {
  const connection = await pool.acquire(deadline);
  if (deadline.ended !== undefined) {
    pool.release(connection);
    throw deadline.ended.reason;
  }
  const sending = connection.send(request);
  deadline.stops((reason) => sending.abort(reason));
  return sending.response;
}
