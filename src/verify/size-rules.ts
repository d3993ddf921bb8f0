import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Kind } from '../model/kind.js';
import { sumOver } from '../model/schema.js';

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
  for (const { schema, position } of versions) {
    const bytes = sumOver(schema, () => leastBytes);
    if (bytes > etcdLimit) yield diagnostic('crd-too-large', { name: `${plural}.${group}`, bytes }, position);
  }
}
