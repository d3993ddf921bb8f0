import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { originOf, type Kind } from '../../base/model/kind.js';
import { builtInResource } from './built-in-names.js';

/** Reports short names that a kind already has as another name; `checkName` checks whether names are valid. */
export function* verifyShortNames({ kind, plural, singular, shortNames, versions }: Kind): Generator<Diagnostic> {
  for (const [index, name] of shortNames.entries()) {
    if (![plural, singular, ...shortNames.slice(0, index)].includes(name)) continue;
    yield diagnostic('duplicate-short-name', { kind, name }, originOf(versions[0]!, 'Resource'));
  }
}

/** Reports short names and categories that are names of built-in resources for kubectl. */
export function* verifyBuiltInNames({ kind, plural, shortNames, categories, versions }: Kind): Generator<Diagnostic> {
  const names = [
    ...shortNames.map((name) => ({ what: 'short name', name })),
    ...categories.map((name) => ({ what: 'category', name })),
  ];
  for (const { what, name } of names) {
    const resource = builtInResource(name);
    if (resource === undefined) continue;
    const shown = what === 'category' ? plural : resource;
    const parameters = { kind, what, name, resource, shown };
    yield diagnostic('built-in-name', parameters, originOf(versions[0]!, 'Resource'));
  }
}

/** Reports names shared by two kinds of one group: the API server accepts both kinds, but serves only the first one. */
export function* verifySharedNames({ kinds }: { readonly kinds: readonly Kind[] }): Generator<Diagnostic> {
  const owners = new Map<string, Kind>();
  for (const each of kinds) {
    for (const name of new Set([each.plural, each.singular, ...each.shortNames])) {
      const key = `${name}.${each.group}`;
      const owner = owners.get(key);
      owners.set(key, owner ?? each);
      // Identical plurals were already reported with the sources.
      if (owner === undefined || (owner.plural === name && each.plural === name)) continue;
      const parameters = { kind: each.kind, name, other: owner.kind };
      yield diagnostic('duplicate-resource-name', parameters, originOf(each.versions[0]!, 'Resource'));
    }
  }
}

/**
 * Reports versions without a name like `v1` or `v1beta1`. The API server accepts them, and clients prefer any version
 * with such a name.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#version-priority
 */
export function* verifyVersionNames({ kind, versions }: Kind): Generator<Diagnostic> {
  for (const version of versions) {
    // A name that the API server rejects is reported as such.
    const isValid = /^[a-z][-a-z0-9]*$/.test(version.name);
    if (!isValid || /^v[1-9]\d*(?:(?:alpha|beta)[1-9]\d*)?$/.test(version.name)) continue;
    yield diagnostic('unusual-version', { kind, version: version.name }, originOf(version, 'Resource'));
  }
}
