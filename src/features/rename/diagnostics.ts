import { error } from '../../base/diagnostics/catalogue/entry.js';

/** Diagnostics of `rename api`. */
export const renameDiagnostics = {
  'nothing-to-rename': error<Record<never, never>>(
    () => 'no new name was given',
    () => 'pass --to-kind, --to-plural or --to-group',
  ),
  'rename-requires-kind': error<{ flag: string }>(
    ({ flag }) => `${flag} requires --kind`,
    () => 'pass --kind; without it, all kinds of the group move to another group',
  ),
  'external-rename': error<{ kind: string }>(
    ({ kind }) => `${kind} is an external kind: it cannot be renamed in this project`,
    () => 'rename only kinds that operator-gen create api created',
  ),
  'name-taken': error<{ what: string; name: string; group: string; kind: string }>(
    ({ what, name, group, kind }) => `the ${what} ${name} in ${group} is already used by ${kind}`,
    () => 'choose another name',
  ),
  'partial-group-rename': error<{ kinds: readonly string[]; group: string; newGroup: string }>(
    ({ kinds, group, newGroup }) =>
      `${kinds.join(', ')} would stay in ${group}: a second group, ${newGroup}, requires the multigroup layout`,
    () => 'omit --kind to rename the whole group, or enable the multigroup layout: npx operator-gen edit --multigroup',
  ),
};
