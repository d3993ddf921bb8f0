import type { ObjectKey } from '../client/resource-path.js';

/**
 * Returns the key of an object as text: `namespace/name`, or `/name` without a namespace. Equal keys have equal texts.
 */
export function keyText({ namespace = '', name }: ObjectKey): string {
  return `${namespace}/${name}`;
}

/** Parses a text that `keyText` returned. */
export function parseKey(text: string): ObjectKey {
  const [namespace = '', name = ''] = text.split('/');
  return { namespace: namespace || undefined, name };
}

/** Reports whether a key is in a namespace; true for every key if the namespace is undefined. */
export function isIn(text: string, namespace: string | undefined): boolean {
  return namespace === undefined || text.startsWith(`${namespace}/`);
}

// An empty name means all namespaces, as on the server.
const namespaceName = /^(?:[a-z\d](?:[-a-z\d]*[a-z\d])?)?$/;

/** Reports whether a text is a valid namespace name. */
export function isNamespace(name: string): boolean {
  return namespaceName.test(name);
}
