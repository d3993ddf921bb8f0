import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Kind } from '../model/kind.js';
import type { Property, Schema } from '../model/schema.js';

// What `kubectl apply` may keep of an object in its annotation, and what etcd stores of one by default.
const annotationLimit = 262_144;
const etcdLimit = 1_572_864;

/** Whether a CRD can be applied and stored. @param bytes its size as JSON */
export function verifySize(name: string, bytes: number): readonly Diagnostic[] {
  if (bytes > etcdLimit) return [diagnostic('crd-too-large', { name, bytes })];
  return bytes > annotationLimit * 0.8 ? [diagnostic('large-crd', { name, bytes })] : [];
}

// `{"type":"string"}`
const leastBytes = 17;

/** Whether a kind's schemas would be too large once every type stands where it is used; nothing is written out for it. */
export function* verifyExpansion({ plural, group, versions }: Kind): Generator<Diagnostic> {
  const known = new Map<readonly Property[], number>();
  for (const { schema, position } of versions) {
    const bytes = sizeOf(schema, known) * leastBytes;
    if (bytes > etcdLimit) yield diagnostic('crd-too-large', { name: `${plural}.${group}`, bytes }, position);
  }
}

/** How many schemas there are in a schema. A type that is used twice is counted once and added twice. */
function sizeOf({ properties, items, additionalProperties }: Schema, known: Map<readonly Property[], number>): number {
  let size = 1;
  if (properties !== undefined) {
    const counted = known.get(properties) ?? properties.reduce((sum, each) => sum + sizeOf(each.schema, known), 0);
    known.set(properties, counted);
    size += counted;
  }
  if (items !== undefined) size += sizeOf(items, known);
  return additionalProperties === undefined ? size : size + sizeOf(additionalProperties, known);
}
