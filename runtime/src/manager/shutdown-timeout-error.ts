/** Error for a manager that was told to stop, and left reconciles or runnables running because they did not end. */
export class ShutdownTimeoutError extends Error {
  override readonly name = 'ShutdownTimeoutError';
}
