import { mergeFile } from '../merge/merge-file.js';
import { toYaml } from './yaml.js';

export interface ResourceChange {
  readonly add: readonly string[];
  readonly remove?: readonly string[];
}

const header = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n';

/**
 * Returns a kustomization with entries added to and removed from its `resources`; the user's content is kept byte for
 * byte. Without a text a new one is created. Undefined if `resources` in the text is not a list.
 */
export function mergeKustomization(text: string | undefined, change: ResourceChange): string | undefined {
  const { add, remove = [] } = change;
  const added = [...new Set(add)];
  if (text === undefined) return listing(added);
  const removed = remove.filter((each) => !added.includes(each));
  const [gone, come] = [removed.filter((each) => isListed(text, each)), added.filter((each) => !isListed(text, each))];
  // What gets another name stays in its place.
  if (gone.length === come.length && gone.length > 0)
    return merge(text, listing(gone.toSorted()), listing(come.toSorted()));
  return merge(merge(text, header, listing(added)), listing(removed), listing([]));
}

/** Reports whether a text seems to list a file. */
function isListed(text: string, entry: string): boolean {
  return text.split(/[\s,[\]'"]+/).includes(entry);
}

function merge(existing: string | undefined, before: string, after: string): string | undefined {
  if (existing === undefined) return undefined;
  const merged = mergeFile('kustomization.yaml', { existing, before, after });
  return merged.kind === 'merged' ? merged.content : undefined;
}

function listing(resources: readonly string[]): string {
  return header + toYaml({ resources }).slice('---\n'.length);
}
