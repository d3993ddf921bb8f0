import { isMap, isScalar, isSeq, type Document, type Scalar } from 'yaml';

/**
 * The lists of a kustomization whose items are files or folders, or maps that name a file as their `path`:
 * https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/
 */
const lists = [
  'resources',
  'bases',
  'components',
  'configurations',
  'crds',
  'generators',
  'transformers',
  'validators',
  'patches',
  'patchesStrategicMerge',
  'patchesJson6902',
  'replacements',
] as const;

/** An item of a kustomization that is or refers to a file or a folder. */
export interface FileEntry {
  readonly list: string;
  /** The path as it is written. */
  readonly entry: string;
  /** The scalar that contains the path. */
  readonly node: Scalar<string>;
  /** The whole item, as a plain value. */
  readonly item: unknown;
  /** The path to the scalar in the document. */
  readonly place: readonly (string | number)[];
}

/** Returns the items of a kustomization that are local files or folders. */
export function fileEntries(document: Document): readonly FileEntry[] {
  const values = (document.toJS() ?? {}) as Readonly<Record<string, readonly unknown[]>>;
  return lists.flatMap((list) => {
    const node = document.get(list);
    const items = isSeq(node) ? node.items : [];
    return items.flatMap((item, index): readonly FileEntry[] => {
      const path: unknown = isMap(item) ? item.get('path', true) : item;
      if (!isText(path) || !isLocal(path.value)) return [];
      const place = isMap(item) ? [list, index, 'path'] : [list, index];
      return [{ list, entry: path.value, node: path, item: values[list]?.[index], place }];
    });
  });
}

function isText(node: unknown): node is Scalar<string> {
  return isScalar(node) && typeof node.value === 'string';
}

/** Reports whether an entry is a local path: kustomize would neither fetch it nor read it as inline YAML. */
function isLocal(entry: string): boolean {
  return !/[:?\n]/.test(entry) && (/^\.\.?(?:\/|$)/.test(entry) || /\.(?:ya?ml|json)$/.test(entry));
}
