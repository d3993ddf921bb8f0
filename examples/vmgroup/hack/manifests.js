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

/**
 * Reads which webhooks are redirected to a process outside the cluster. Each line has a kind, a name, and the annotation
 * in which that process keeps the previous addresses.
 *
 * @param {string} lines
 */
export function redirectedIn(lines) {
  return lines.split('\n').flatMap((line) => {
    const [, kind = '', name = '', redirect = ''] = /^(\S+)\s+(\S+)\s+(\{.*\})\s*$/.exec(line) ?? [];
    if (redirect === '') return [];
    const { url, clientConfigs } = JSON.parse(redirect);
    return [{ kind, name, url: String(url), webhooks: Object.keys(clientConfigs ?? {}) }];
  });
}

/**
 * Removes the addresses of webhooks from a webhook configuration or a CRD. The webhook of a CRD has the name `conversion`.
 *
 * @param {string} text
 * @param {readonly string[]} webhooks the names of these webhooks
 */
export function withoutAddresses(text, webhooks) {
  const withoutAddress = (/** @type {string} */ part) => part.replace(/^( +)clientConfig:\n(?:\1 .*\n)*/m, '');
  if (webhooks.includes('conversion')) return text.replace(/^ {2}conversion:\n(?: {3}.*\n)*/m, withoutAddress);
  return text
    .split(/^(?=- )/m)
    .map((part) => (webhooks.includes(scalarAt(/^ {2}name: (.*)$/m, part)) ? withoutAddress(part) : part))
    .join('');
}

function scalarAt(/** @type {RegExp} */ pattern, /** @type {string} */ text) {
  return (pattern.exec(text)?.[1] ?? '').trim().replace(/^(["'])(.*)\1$/, '$2');
}
