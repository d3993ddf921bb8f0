// Reads as much of the output of `kubectl kustomize` as hack/cluster.js needs.

/**
 * The documents of manifests. kustomize writes every key of an object's first level, and only those, at the beginning of a line.
 *
 * @param {string} manifests
 */
export function documentsOf(manifests) {
  return manifests
    .split(/^---[^\S\n]*\n/m)
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const apiVersion = scalarAt(/^apiVersion: (.*)$/m, text);
      const kind = scalarAt(/^kind: (.*)$/m, text);
      const definition = kind === 'CustomResourceDefinition';
      const group = definition ? scalarAt(/^ {2}group: (.*)$/m, text) : apiVersion.split('/').slice(0, -1).join('/');
      // The metadata of an object ends at the next key of its first level.
      const metadata = /^metadata:\n((?: .*\n|\n)*)/m.exec(text)?.[1] ?? '';
      return {
        text: text.endsWith('\n') ? text : `${text}\n`,
        apiVersion,
        kind,
        group,
        name: scalarAt(/^ {2}name: (.*)$/m, metadata),
      };
    });
}

/**
 * The names of the objects of a kind.
 *
 * @param {string} manifests
 * @param {string} kind
 */
export function namesOfKind(manifests, kind) {
  return documentsOf(manifests)
    .filter((each) => each.kind === kind)
    .map(({ name }) => name);
}

function scalarAt(/** @type {RegExp} */ pattern, /** @type {string} */ text) {
  return (pattern.exec(text)?.[1] ?? '').trim().replace(/^(["'])(.*)\1$/, '$2');
}
