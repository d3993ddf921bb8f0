import { isKnownToCel } from './cel.js';
import type { Property, RuleCost, Schema, Validation } from './schema.js';

/**
 * The API server's estimates of the cost of CEL rules. A CRD is rejected if a rule could cost too much for the largest
 * value that its schema allows.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#resource-use-by-validation-functions
 */

/** Limits on the cost of one rule, and on the sum of all rules of a version. */
export const ruleCostLimit = 10_000_000;
export const totalCostLimit = 100_000_000;

/** Maximum size of a request, in bytes, which limits everything that has no limit of its own. */
const requestBytes = 3 * 1024 * 1024;

const textLengths: Readonly<Record<string, number>> = { duration: 32, date: 12, 'date-time': 32 };
const textSizes: Readonly<Record<string, number>> = { duration: 3, date: 12, 'date-time': 21 };

/** Returns the rule that costs less. The difference matters only in lists and maps. */
export function cheapestRule(
  { rule, cost, ofAnySize }: Validation,
  schema: Schema,
  isRepeated: boolean,
): { readonly rule: string; readonly cost?: RuleCost } {
  const isCheaper = cost && ofAnySize && costOfOne(ofAnySize.cost, schema) < costOfOne(cost, schema);
  return isRepeated && isCheaper ? ofAnySize : { rule, ...(cost && { cost }) };
}

/** Returns the cost of a rule for one value. @param most a limit on the entries of a map */
export function costOfOne({ fixed, perEntry = 0, compares }: RuleCost, schema: Schema, most = Infinity): number {
  const size = largestSize(schema);
  return fixed + perEntry * Math.min(size, most) + (compares ? Math.ceil(size / 10) : 0);
}

/** Returns how many values of a schema fit into a request, as one list. */
export function mostValues(schema: Schema): number {
  return Math.floor(requestBytes / (leastBytes(schema) + 1));
}

/** Returns the maximum number of bytes of a string, items of a list, or entries of a map. */
export function largestSize(schema: Schema): number {
  const { type, intOrString, items, additionalProperties } = schema;
  if (intOrString || type === 'string') return largestText(schema);
  if (type === 'array') return schema.maxItems ?? Math.floor((requestBytes - 2) / (leastBytes(items ?? {}) + 1));
  if (type !== 'object' || additionalProperties === undefined) return 0;
  return schema.maxProperties ?? Math.floor((requestBytes - 2) / (leastBytes(additionalProperties) + 6));
}

function largestText({ intOrString, format = '', maxLength, enum: values, nullable }: Schema): number {
  if (!intOrString && format === 'byte') return maxLength ?? requestBytes - 2;
  const fixed = intOrString ? undefined : textLengths[format];
  if (fixed !== undefined) return fixed;
  // A character has up to four bytes.
  if (maxLength !== undefined) return 4 * maxLength;
  // The API server does not find the enum of a nullable field.
  if (intOrString || nullable || values === undefined || values.length === 0) return requestBytes - 2;
  return Math.max(...values.map((each) => (typeof each === 'string' ? Buffer.byteLength(each) : 0)));
}

const leastByProperties = new WeakMap<readonly Property[], number>();

/** Returns the number of bytes of the smallest value, as JSON. */
function leastBytes(schema: Schema): number {
  const { type, intOrString, format = '' } = schema;
  if (intOrString || type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return 4;
  if (type === 'string') return textSizes[format] ?? 2;
  return type === 'object' && schema.properties !== undefined ? leastOfObject(schema.properties) : 2;
}

function leastOfObject(properties: readonly Property[]): number {
  const known = leastByProperties.get(properties);
  if (known !== undefined) return known;
  const needed = properties.filter(
    (each) => each.required && each.schema.default === undefined && isKnownToCel(each.schema),
  );
  const bytes = needed.reduce((sum, { name, schema }) => sum + Buffer.byteLength(name) + leastBytes(schema) + 4, 2);
  leastByProperties.set(properties, bytes);
  return bytes;
}
