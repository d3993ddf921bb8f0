const decimal = /^(?:0|[1-9]\d*)$/;

/**
 * Compares two resource versions: negative if the first is older, undefined if they are not numbers. No decision that
 * could lose an event relies on the order alone; it only decides whether to look again.
 * See https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions
 */
export function compareVersions(one: string, other: string): number | undefined {
  if (one === other) return 0;
  if (!decimal.test(one) || !decimal.test(other)) return undefined;
  return one.length - other.length || (one < other ? -1 : 1);
}
