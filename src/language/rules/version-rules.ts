import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Kind } from '../../base/model/kind.js';
import type { Schema } from '../../base/model/schema.js';

// A longer list is no more helpful.
const mostNamed = 3;

/**
 * Reports fields of a version that the storage version lacks: without a conversion, the API server drops them silently.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#overview
 */
export function* verifyVersions({ kind, versions }: Kind): Generator<Diagnostic> {
  const stored = versions.find(({ storage }) => storage);
  if (stored === undefined) return;
  for (const { name, served, schema, position } of versions) {
    if (name === stored.name || !served) continue;
    const lost = [...fieldsWithout(schema, stored.schema, '')].slice(0, mostNamed);
    if (lost.length === 0) continue;
    const fields = lost.map((each) => each.slice(1)).join(', ');
    yield diagnostic('version-loses-fields', { kind, version: name, stored: stored.name, fields }, position);
  }
}

/** Yields the paths that are in one schema but not in the other. */
function* fieldsWithout(one: Schema, other: Schema, path: string): Generator<string> {
  if (one === other || other.preserveUnknownFields) return;
  const parts: readonly (readonly [Schema | undefined, Schema | undefined, string])[] = [
    [one.items, other.items, `${path}[]`],
    [one.additionalProperties, other.additionalProperties, `${path}[*]`],
  ];
  for (const [mine, theirs, inner] of parts) if (mine && theirs) yield* fieldsWithout(mine, theirs, inner);
  // Of the entries of a map, only those that the other schema specifies are preserved.
  if (one.additionalProperties && !other.additionalProperties && other.type === 'object') yield `${path}[*]`;
  const known = new Map((other.properties ?? []).map((each) => [each.name, each.schema]));
  for (const { name, schema } of one.properties ?? []) {
    const theirs = known.get(name) ?? other.additionalProperties;
    if (theirs === undefined) yield `${path}.${name}`;
    else yield* fieldsWithout(schema, theirs, `${path}.${name}`);
  }
}
