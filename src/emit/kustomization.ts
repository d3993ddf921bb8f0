import { isSeq, parseDocument, YAMLSeq } from 'yaml';
import { yamlOptions } from './yaml.js';

export interface ResourceChange {
  readonly add: readonly string[];
  readonly remove?: readonly string[];
}

const header = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n';

/**
 * A kustomization with entries added to and removed from its `resources`. The text is edited through its tree: what a
 * user wrote there, comments included, stays. Without a text a new one is made. Undefined when the text is no mapping.
 */
export function mergeKustomization(text: string | undefined, change: ResourceChange): string | undefined {
  const document = parseDocument(text ?? header, { version: '1.1' });
  if (document.errors.length > 0) return undefined;
  const existing = document.get('resources');
  const resources = isSeq(existing) ? existing : new YAMLSeq();
  if (existing !== undefined && existing !== null && !isSeq(existing)) return undefined;
  const before = resources.toJSON() as readonly unknown[];

  const removed = new Set(change.remove);
  const left = before.filter((entry) => !removed.has(String(entry)));
  const present = new Set(left);
  const added = [...new Set(change.add)].filter((entry) => !present.has(entry));
  if (left.length === before.length && added.length === 0 && text !== undefined) return text;
  resources.items = resources.items.filter((_, index) => !removed.has(String(before[index])));
  for (const entry of added) resources.items.push(document.createNode(entry));
  document.set('resources', resources);
  return document.toString(yamlOptions);
}
