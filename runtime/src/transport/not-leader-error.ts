/**
 * A write that was not sent, because this process may not write (any more): it is not the leader. Nothing changed on the
 * server; whoever leads now will do what is to be done.
 */
export class NotLeaderError extends Error {
  override readonly name = 'NotLeaderError';
  readonly code = 'ERR_NOT_LEADER';

  /** @param request what errors call the request */
  constructor(request: string) {
    super(`${request}: this process does not lead (any more), and nothing was sent`);
  }
}
