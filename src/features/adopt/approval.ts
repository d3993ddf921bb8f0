import { posix } from 'node:path';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { buildKustomization } from '../../output/kustomize/build.js';
import { objectAt, textAt } from '../../base/model/json-at.js';
import { nameOf } from '../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../base/model/schema.js';
import { kustomizations } from '../../project/paths.js';
import { approval, isProtected } from '../../language/rules/metadata-rules.js';
import type { Source } from './source.js';

/**
 * Returns a definition with the approval that a kustomization of the Go project adds to it: CRDs in groups of the
 * Kubernetes project require one.
 * @param read returns the text of a file of the project; undefined if it cannot be read
 */
export function withApproval(
  object: JsonObject,
  { deployment }: Source,
  read: (path: string) => string | undefined,
): JsonObject {
  const metadata = objectAt(object, 'metadata');
  const annotations = objectAt(metadata, 'annotations');
  if (!isProtected(textAt(object, 'spec', 'group')) || textAt(annotations, approval) !== '') return object;
  const folder = posix.dirname(kustomizations.crd);
  const built = [...deployment.objects, ...buildKustomization(folder, read).objects];
  const text = built
    .filter((each) => each.object['kind'] === object['kind'] && nameOf(each.object) === nameOf(object))
    .map((each) => textAt(each.object, 'metadata', 'annotations', approval))
    .find(Boolean);
  if (text === undefined) return object;
  return { ...object, metadata: { ...metadata, annotations: { ...annotations, [approval]: text } } };
}

/** Returns a diagnostic with a remedy in the Go project: because there are no TypeScript types yet. */
export function withGoRemedy(each: Diagnostic): Diagnostic {
  if (each.code !== 'unapproved-group') return each;
  const help = `add the link to the approval to the Go type and run make manifests: // +kubebuilder:metadata:annotations="${approval}=https://...", or "${approval}=unapproved, ..." while you experiment`;
  return { ...each, help };
}
