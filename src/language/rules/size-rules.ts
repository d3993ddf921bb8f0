import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Kind } from '../../base/model/kind.js';
import { sumOver } from '../../base/model/schema.js';

// The maximum size of the annotation in which `kubectl apply` keeps an object, and of an object in etcd by default.
const annotationLimit = 262_144;
const etcdLimit = 1_572_864;

/** Checks whether a CRD can be applied and stored. @param bytes its size as JSON */
export function verifySize(name: string, bytes: number): readonly Diagnostic[] {
  if (bytes > etcdLimit) return [diagnostic('crd-too-large', { name, bytes })];
  return bytes > annotationLimit * 0.8 ? [diagnostic('large-crd', { name, bytes })] : [];
}

// `{"type":"string"}`
const leastBytes = 17;

/**
 * Reports a kind whose schemas would be too large once every type is expanded at each use. It computes the size without
 * expanding them.
 */
export function* verifyExpansion({ plural, group, versions }: Kind): Generator<Diagnostic> {
  for (const { schema, position } of versions) {
    const bytes = sumOver(schema, () => leastBytes);
    if (bytes > etcdLimit) yield diagnostic('crd-too-large', { name: `${plural}.${group}`, bytes }, position);
  }
}
