import { posix } from 'node:path';
import { isMap, isScalar, isSeq, LineCounter, type Document } from 'yaml';
import { diagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Host } from '../../io/host.js';
import { isYamlProblem, yamlDocument } from '../../merge/yaml-documents.js';
import { kustomizationNames } from '../../project/paths.js';
import { positionsIn } from '../../project/yaml-position.js';
import { projectTexts } from '../../change/project-texts.js';

/**
 * The lists of a kustomization whose items are files or folders:
 * https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/
 */
const lists = ['resources', 'components', 'configurations', 'crds', 'generators', 'transformers', 'validators'];
/** Lists whose items can name a file as their `path`. */
const listsOfPaths = ['patches', 'replacements'];

/** Returns entries of the project's kustomizations that refer to missing files. */
export function danglingEntries(host: Host, root: string): readonly Diagnostic[] {
  const paths = [...projectTexts(host, root, 'config')].filter((path) =>
    kustomizationNames.includes(posix.basename(path)),
  );
  return paths.flatMap((path) => {
    const text = host.read(posix.join(root, path)) ?? '';
    const lines = new LineCounter();
    const document = yamlDocument(text, { lineCounter: lines });
    // Unreadable files are reported when they are written.
    if (isYamlProblem(document) || document.errors.length > 0) return [];
    const at = positionsIn(path, document, lines);
    const isMissing = (entry: string): boolean => {
      const named = posix.join(posix.dirname(path), entry);
      // Nothing outside of the project is looked for.
      return !named.startsWith('../') && host.kind(posix.join(root, named)) === 'missing';
    };
    return entriesOf(document)
      .filter(({ entry }) => isLocal(entry) && isMissing(entry))
      .map(({ entry, place }) => diagnostic('dangling-kustomization-entry', { entry }, at(...place)));
  });
}

interface Entry {
  readonly entry: string;
  readonly place: readonly (string | number)[];
}

function entriesOf(document: Document): readonly Entry[] {
  const items = (list: string) => {
    const node = document.get(list);
    return isSeq(node) ? node.items : [];
  };
  return [
    ...lists.flatMap((list) =>
      items(list).flatMap((item, index) =>
        isScalar(item) && typeof item.value === 'string' ? [{ entry: item.value, place: [list, index] }] : [],
      ),
    ),
    ...listsOfPaths.flatMap((list) =>
      items(list).flatMap((item, index) => {
        const path: unknown = isMap(item) ? item.get('path') : undefined;
        return typeof path === 'string' ? [{ entry: path, place: [list, index, 'path'] }] : [];
      }),
    ),
  ];
}

/**
 * Reports whether an entry is a local file: kustomize would neither fetch it from elsewhere nor read it as inline YAML.
 */
function isLocal(entry: string): boolean {
  return !/[:?\n]/.test(entry) && (/^\.\.?(?:\/|$)/.test(entry) || /\.(?:ya?ml|json)$/.test(entry));
}
