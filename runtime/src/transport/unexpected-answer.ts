/**
 * Error for a request that was answered with success, but not with the expected content: by a proxy in between, or by
 * another program at the address of the API server. Such an answer proves nothing; `isUnexpectedServerError` is true
 * for it.
 */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
}
