const decimalExponents = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 } as const;
const binarySuffixes = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** Longest quantity that is read, in characters: longer ones would become numbers with as many digits. */
export const longestQuantity = 60;

/**
 * Returns the amount that a quantity such as `500m` or `1Gi` stands for, in units of 10^-9; undefined for other text,
 * and for quantities that are too long.
 * See https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export function quantityOf(text: string): bigint | undefined {
  const form = /^([+-]?)(\d*)(?:\.(\d*))?(?:([numkMGTPE]|[KMGTPE]i)|[eE]([+-]?\d{1,2}))?$/;
  const [, sign, whole = '', fraction = '', suffix, exponent] =
    (text.length <= longestQuantity && form.exec(text)) || [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const power = 9 - fraction.length + Number(exponent ?? decimalExponents[suffix as 'k'] ?? 0);
  const factor = 1024n ** BigInt(binarySuffixes.indexOf(suffix ?? '') + 1);
  const amount = scaled(BigInt(whole + fraction) * factor, power);
  return sign === '-' ? -amount : amount;
}

/** Multiplies by a power of ten, and rounds up. */
function scaled(value: bigint, power: number): bigint {
  if (power >= 0) return value * 10n ** BigInt(power);
  const divisor = 10n ** BigInt(-power);
  return (value + divisor - 1n) / divisor;
}

/** Returns -1, 0 or 1. */
export function compareQuantities(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
