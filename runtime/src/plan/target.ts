/** Resource, object or subresource that a request addresses. */
export interface Target {
  /** API group; empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** Lower-case plural, such as `deployments`. */
  readonly plural: string;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
}

/** Target of a request for one object. */
export type ObjectTarget = Target & { readonly name: string };

/** Returns what the path of a request addresses; undefined if it is not the path of a resource, such as `/version`. */
export function targetOf(path: string): Target | undefined {
  const [root, ...rest] = path.split('/').filter(Boolean).map(decodeURIComponent);
  if (root !== 'api' && root !== 'apis') return undefined;
  const [group, version, ...names] = root === 'api' ? ['', ...rest] : rest;
  const [plural] = names;
  if (group === undefined || version === undefined || plural === undefined) return undefined;
  const isIn = plural === 'namespaces' && names.length > 2 && !isOfNamespace(names);
  const [namespace, [resource = '', name, ...subresource]] = isIn ? [names[1], names.slice(2)] : [undefined, names];
  return { group, version, plural: resource, namespace, name, subresource: subresource.join('/') || undefined };
}

/** Reports whether names are those of a subresource of a Namespace, and not of a resource in it. */
function isOfNamespace([, , third, ...more]: readonly string[]): boolean {
  return more.length === 0 && (third === 'status' || third === 'finalize');
}

/** Returns the path of the object of a target, or of its resource if it has no name. */
export function pathOf({ group, version, plural, namespace, name }: Target): string {
  const root = group === '' ? ['api', version] : ['apis', group, version];
  const place = namespace === undefined ? [] : ['namespaces', namespace];
  const names = [...root, ...place, plural, ...(name === undefined ? [] : [name])];
  return `/${names.map(encodeURIComponent).join('/')}`;
}

/** Returns the name of a target in messages: `deployments.apps default/web`. */
export function labelOf({ group, plural, namespace, name = '' }: Target): string {
  const resource = group === '' ? plural : `${plural}.${group}`;
  return `${resource} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
