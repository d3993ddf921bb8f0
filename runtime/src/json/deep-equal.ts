/**
 * Whether two JSON values say the same. A field that is undefined is one that is absent, as it is when it is sent; the order
 * of fields does not matter, that of elements does.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/equality#pkg-variables
 */
export function deepEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((each, index) => deepEqual(each, other[index]));
  }
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) =>
    deepEqual(own(left, key), own(right, key)),
  );
}

function own(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
