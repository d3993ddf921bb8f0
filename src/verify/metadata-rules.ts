import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { originOf, type Kind } from '../model/kind.js';
import { isLabelValue, isQualifiedName } from '../values/labels.js';

/**
 * Labels and annotations of the CustomResourceDefinition, and the approval that a group of the Kubernetes project needs.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
 */
export function* verifyMetadata({ group, kind, annotations, labels, versions }: Kind): Generator<Diagnostic> {
  const { position } = versions[0]!;
  const marked = versions.find(({ origins }) => origins?.['Metadata'] !== undefined);
  const origin = marked === undefined ? position : originOf(marked, 'Metadata');
  for (const [what, map] of Object.entries({ annotation: annotations, label: labels })) {
    for (const key of Object.keys(map)) {
      if (!isQualifiedName(key)) {
        const reason = 'a key is a name of 63 characters at most, after a domain and a slash or alone';
        yield diagnostic('metadata-refused', { kind, what, key, reason }, origin);
      }
    }
  }
  for (const [key, value] of Object.entries(labels)) {
    if (isLabelValue(value)) continue;
    const reason = 'a label has 63 letters, digits, dashes, dots and underscores at most';
    yield diagnostic('metadata-refused', { kind, what: 'label', key, reason }, origin);
  }
  const approval = annotations['api-approved.kubernetes.io'];
  if (isProtected(group) && (approval === undefined || !/^(https?:\/\/\S+|unapproved.*)$/.test(approval))) {
    yield diagnostic('group-not-approved', { kind, group }, position);
  }
}

// https://github.com/kubernetes/enhancements/blob/master/keps/sig-api-machinery/2337-k8s.io-group-protection/README.md
function isProtected(group: string): boolean {
  return /(^|\.)(k8s|kubernetes)\.io$/.test(group);
}
