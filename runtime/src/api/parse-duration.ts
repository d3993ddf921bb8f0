const units: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
const whole = /^[-+]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;
const part = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/gy;

/**
 * Parses a duration in the notation of Go and the Kubernetes API, such as `1h30m`, `1.5s` or `0`, and returns
 * milliseconds. See https://pkg.go.dev/time#ParseDuration
 * @throws TypeError if the text is not a valid duration, such as a number without a unit
 */
export function parseDuration(text: string): number {
  if (/^[-+]?0$/.test(text)) return 0;
  if (!whole.test(text))
    throw new TypeError(`"${text}" is not a duration: write a number and its unit, such as 1h30m or 500ms`);
  const length = [...text.replace(/^[-+]/, '').matchAll(part)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * units[unit!]!,
    0,
  );
  return text.startsWith('-') ? -length : length;
}
