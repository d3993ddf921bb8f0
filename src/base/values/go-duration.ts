const nanosecondsOf: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  '\u00b5s': 1_000n,
  '\u03bcs': 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

/** The magnitude of the smallest integer of 64 bits. */
const most = 2n ** 63n;

/**
 * Returns the nanoseconds of a duration such as `1h30m`, as Go parses it; undefined for other text, and for durations
 * that exceed 64 bits. See https://pkg.go.dev/time#ParseDuration
 */
export function goDuration(text: string): bigint | undefined {
  const [sign = ''] = /^[-+]?/.exec(text)!;
  const plain = text.slice(sign.length);
  const length = plain === '0' ? 0n : sumOfParts(plain);
  if (length === undefined || (length === most && sign !== '-')) return undefined;
  return sign === '-' ? -length : length;
}

/** Returns the sum of parts such as `1.5h`; undefined if there are none, or the sum exceeds the maximum. */
function sumOfParts(text: string): bigint | undefined {
  const part = /(\d*)(?:\.(\d*))?(ns|us|\u00b5s|\u03bcs|ms|s|m|h)(?=[\d.]|$)/y;
  let sum = 0n;
  do {
    const [, whole = '', fraction = '', unit = ''] = part.exec(text) ?? [];
    const length = whole + fraction === '' ? undefined : partLength(whole, fraction, nanosecondsOf[unit]!);
    if (length === undefined || sum + length > most) return undefined;
    sum += length;
  } while (part.lastIndex < text.length);
  return sum;
}

function partLength(whole: string, fraction: string, unit: bigint): bigint | undefined {
  const digits = whole.replace(/^0+/, '');
  // Converting many digits takes quadratic time.
  if (digits.length > 19 || BigInt(digits) > most / unit) return undefined;
  const length = BigInt(digits) * unit + fractionLength(fraction, unit);
  return length > most ? undefined : length;
}

/** Computes with floating-point numbers as Go does, which rounds some fractions of an hour to another nanosecond. */
function fractionLength(fraction: string, unit: bigint): bigint {
  let digits = 0n;
  let scale = 1;
  for (const digit of fraction) {
    const next = digits * 10n + BigInt(digit);
    // Go ignores the digits that its 64 bits cannot hold.
    if (digits > (most - 1n) / 10n || next > most) break;
    digits = next;
    scale *= 10;
  }
  return BigInt(Math.trunc(Number(digits) * (Number(unit) / scale)));
}
