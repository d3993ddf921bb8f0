import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { originOf, type Kind } from '../model/kind.js';

/** Short names by which a kind is known already; which names it may have is a matter of `checkName`. */
export function* verifyShortNames({ kind, plural, singular, shortNames, versions }: Kind): Generator<Diagnostic> {
  for (const [index, name] of shortNames.entries()) {
    if (![plural, singular, ...shortNames.slice(0, index)].includes(name)) continue;
    yield diagnostic('duplicate-short-name', { kind, name }, originOf(versions[0]!, 'Resource'));
  }
}

/** Names that two kinds of one group have: the API server takes both kinds, and serves the first alone. */
export function* verifySharedNames({ kinds }: { readonly kinds: readonly Kind[] }): Generator<Diagnostic> {
  const owners = new Map<string, Kind>();
  for (const each of kinds) {
    for (const name of new Set([each.plural, each.singular, ...each.shortNames])) {
      const key = `${name}.${each.group}`;
      const owner = owners.get(key);
      owners.set(key, owner ?? each);
      // Two plurals were told of with the sources.
      if (owner === undefined || (owner.plural === name && each.plural === name)) continue;
      const parameters = { kind: each.kind, name, other: owner.kind };
      yield diagnostic('duplicate-resource-name', parameters, originOf(each.versions[0]!, 'Resource'));
    }
  }
}
