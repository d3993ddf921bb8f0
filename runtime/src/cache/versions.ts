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

interface Versioned {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/**
 * Reports whether a watch shows an earlier state of a known object. Only states of one object are compared: a server may
 * count for each object alone, and an object with another uid may be newer.
 */
export function isEarlier(known: Versioned | undefined, shown: Versioned): boolean {
  if (known?.resourceVersion === undefined || known.uid !== shown.uid) return false;
  return (compareVersions(shown.resourceVersion ?? '', known.resourceVersion) ?? 0) < 0;
}
