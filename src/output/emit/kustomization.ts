import { mergeFile } from '../../base/merge/merge-file.js';
import { toYaml } from '../../base/text/yaml.js';

/** The lists of a kustomization that get entries for generated files. */
export type ListName = 'resources' | 'transformers';

export interface ListChange {
  readonly add: readonly string[];
  readonly remove?: readonly string[];
  /** By default `resources`. */
  readonly list?: ListName;
}

const header = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n';

/**
 * Returns a kustomization with entries added to and removed from one of its lists; the user's content is kept byte for
 * byte. If there is no text, a new kustomization is returned; undefined if the value in the text is not a list.
 */
export function mergeKustomization(text: string | undefined, change: ListChange): string | undefined {
  const { add, remove = [], list = 'resources' } = change;
  const listing = (entries: readonly string[]): string => header + toYaml({ [list]: entries }).slice('---\n'.length);
  const added = [...new Set(add)];
  if (text === undefined) return listing(added);
  const removed = remove.filter((each) => !added.includes(each));
  const [gone, come] = [removed.filter((each) => isListed(text, each)), added.filter((each) => !isListed(text, each))];
  // A renamed entry keeps its place.
  if (gone.length === come.length && gone.length > 0)
    return merge(text, listing(gone.toSorted()), listing(come.toSorted()));
  const complete = added.length === 0 && list !== 'resources' ? text : merge(text, header, listing(added));
  // Every kustomization has resources. Other lists are removed when they become empty.
  const without = list === 'resources' ? undefined : merge(complete, listing(removed), header);
  return without ?? merge(complete, listing(removed), listing([]));
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
