/** Error for a manager that was told to stop, and had to leave reconciles or runnables behind that did not end. */
export class ShutdownTimeoutError extends Error {
  override readonly name = 'ShutdownTimeoutError';
}
