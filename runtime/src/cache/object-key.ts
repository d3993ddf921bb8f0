import type { ObjectKey } from '../client/resource-path.js';

/** An object's key as one text: `namespace/name`, or `/name` where there is no namespace. Equal for equal keys. */
export function keyText({ namespace = '', name }: ObjectKey): string {
  return `${namespace}/${name}`;
}

/** What `keyText` made of a key. */
export function parseKey(text: string): ObjectKey {
  const [namespace = '', name = ''] = text.split('/');
  return { namespace: namespace || undefined, name };
}

/** Whether a key is in a namespace; every key is where none is given. */
export function isIn(text: string, namespace: string | undefined): boolean {
  return namespace === undefined || text.startsWith(`${namespace}/`);
}

// Empty is all of them, as it is for the server.
const namespaceName = /^(?:[a-z\d](?:[-a-z\d]*[a-z\d])?)?$/;

/** Whether a namespace can be called so. */
export function isNamespace(name: string): boolean {
  return namespaceName.test(name);
}
