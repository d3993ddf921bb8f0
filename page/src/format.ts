/** Returns the time of day. */
export function time(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}

/** Returns a duration with its unit. */
export function duration(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}
