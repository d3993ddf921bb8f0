/**
 * Error for a write that was not sent because this process is not, or no longer, the leader. Nothing has changed on the
 * server; the current leader will do the work.
 */
export class NotLeaderError extends Error {
  override readonly name = 'NotLeaderError';
  readonly code = 'ERR_NOT_LEADER';

  /** @param request name of the request in error messages */
  constructor(request: string) {
    super(`${request}: this process is not the leader (or no longer), and nothing was sent`);
  }
}
