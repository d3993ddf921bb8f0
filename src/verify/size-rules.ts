import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';

// What `kubectl apply` may keep of an object in its annotation, and what etcd stores of one by default.
const annotationLimit = 262_144;
const etcdLimit = 1_572_864;

/** Whether a CRD can be applied and stored. @param bytes its size as JSON */
export function verifySize(name: string, bytes: number): readonly Diagnostic[] {
  if (bytes > etcdLimit) return [diagnostic('crd-too-large', { name, bytes })];
  return bytes > annotationLimit * 0.8 ? [diagnostic('large-crd', { name, bytes })] : [];
}
