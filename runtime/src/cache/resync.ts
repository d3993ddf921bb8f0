/**
 * Calls `tell` every period, a tenth sooner or later, so that not every kind comes at once. Ends with the signal.
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
