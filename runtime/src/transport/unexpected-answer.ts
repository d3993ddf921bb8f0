/**
 * A request that was answered as if it had succeeded, but not with what was asked for: by a proxy on the way, or by
 * another program at the API server's address. Nothing is concluded from such an answer; `isUnexpectedServerError` is
 * true for it.
 */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
}
