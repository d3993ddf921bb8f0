// Parses the parts of the output of `kubectl kustomize` that hack/cluster.js needs.

/**
 * Splits manifests into documents. kustomize writes only the top-level keys of an object at the beginning of a line.
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
 * Returns the names of the objects of a kind.
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
