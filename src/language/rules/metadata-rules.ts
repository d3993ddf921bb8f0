import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { originOf, type Kind } from '../../base/model/kind.js';
import { isUri } from '../../base/values/format-network.js';
import {
  bytesOfAnnotations,
  isAnnotationKey,
  isLabelValue,
  isQualifiedName,
  mostAnnotationBytes,
} from '../../base/values/labels.js';

/** The annotation with the approval of a group of the Kubernetes project. */
export const approval = 'api-approved.kubernetes.io';

const ownAnnotation = 'operator-gen/version';
// Allows for the longest likely version of this tool.
const ownBytes = ownAnnotation.length + 32;

/**
 * Checks the labels and annotations of the CustomResourceDefinition, and the approval that a group of the Kubernetes
 * project requires. https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
 */
export function* verifyMetadata({ group, kind, annotations, labels, versions }: Kind): Generator<Diagnostic> {
  const { position } = versions[0]!;
  const marked = versions.find(({ origins }) => origins?.['Metadata'] !== undefined);
  const origin = marked === undefined ? position : originOf(marked, 'Metadata');
  for (const { what, key, reason, instead } of metadataProblems(annotations, labels)) {
    yield diagnostic('invalid-metadata', { kind, what, key, reason, instead }, origin);
  }
  if (isProtected(group) && !isApproval(annotations[approval] ?? ''))
    yield diagnostic('unapproved-group', { kind, group }, position);
}

type Texts = Readonly<Record<string, string>>;

const keySyntax = "use at most 63 letters, digits, '-', '_' and '.', such as team or example.com/team";
const valueSyntax = "use at most 63 letters, digits, '-', '_' and '.', and start and end with a letter or digit";

function* metadataProblems(
  annotations: Texts,
  labels: Texts,
): Generator<Record<'what' | 'key' | 'reason' | 'instead', string>> {
  for (const key of Object.keys(annotations)) {
    if (isAnnotationKey(key)) continue;
    yield { what: 'annotation', key, reason: 'its key is not valid', instead: keySyntax };
  }
  for (const [key, value] of Object.entries(labels)) {
    if (!isQualifiedName(key)) {
      const instead = `${keySyntax}; the domain is in lower case`;
      yield { what: 'label', key, reason: 'its key is not valid', instead };
    }
    if (isLabelValue(value)) continue;
    const reason = `its value ${JSON.stringify(value)} is not valid`;
    yield { what: 'label', key, reason, instead: `${valueSyntax}; or make it an annotation` };
  }
  const bytes = bytesOfAnnotations(annotations) + ownBytes;
  if (bytes <= mostAnnotationBytes) return;
  const [[key] = ['']] = Object.entries(annotations).toSorted(([, one], [, other]) => other.length - one.length);
  const reason = `all annotations together have ${bytes} bytes, but only ${mostAnnotationBytes} are allowed`;
  yield { what: 'annotation', key, reason, instead: `shorten the value of ${key}, which is the longest` };
}

/**
 * Reports whether a group belongs to the Kubernetes project.
 * https://github.com/kubernetes/enhancements/blob/master/keps/sig-api-machinery/2337-k8s.io-group-protection/README.md
 */
export function isProtected(group: string): boolean {
  return /(^|\.)(k8s|kubernetes)\.io$/.test(group);
}

function isApproval(text: string): boolean {
  return text.startsWith('unapproved') || (isUri(text) && /^[a-z][a-z\d+.-]*:\/\/[^/?]/i.test(text));
}
