/** Compares versions such as `1.36.3`, for sorting the newest first. */
export function newestFirst(one: string, other: string): number {
  const left = numbers(one);
  const right = numbers(other);
  for (let index = 0; index < 3; index += 1) {
    const difference = (right[index] ?? 0) - (left[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Reports whether `version` matches the wanted one: `1.36` matches every 1.36.x, undefined matches all. */
export function fits(version: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  const prefix = wanted.replace(/^v/, '');
  return version === prefix || version.startsWith(`${prefix}.`);
}

function numbers(version: string): number[] {
  return version.split('.').map(Number);
}
