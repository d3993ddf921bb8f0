/**
 * Calls `tell` every period, with a jitter of 10% so that not all kinds resync at once. Stops when the signal is
 * aborted.
 * @param period milliseconds
 */
export function startResync(period: number, tell: () => void, signal: AbortSignal): void {
  let timer: NodeJS.Timeout | undefined;
  const next = (): void => {
    timer = setTimeout(
      () => {
        next();
        tell();
      },
      period * (0.9 + Math.random() * 0.2),
    );
  };
  if (signal.aborted) return;
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  next();
}
