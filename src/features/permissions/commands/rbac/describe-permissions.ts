import { escapeControls } from '../../../../base/diagnostics/print-escape.js';
import type { PermissionUses, UsedPermission } from '../../../../base/model/permission.js';
import type { Comparison } from '../../compare-permissions.js';

/** Lists the permissions that code uses: for each resource its verbs, and the lines that need them. */
export function describePermissions({ used, dynamic }: PermissionUses, { missing, unused }: Comparison): string {
  const resources = new Map<string, UsedPermission[]>();
  for (const each of used) {
    const name = nameOf(each.group, each.resource);
    const uses = resources.get(name) ?? [];
    resources.set(name, uses);
    uses.push(each);
  }
  const parts = [...resources]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, uses]) => [
      `${name}: ${verbsOf(uses).join(', ')}`,
      ...likely(missing, name),
      ...differences('not declared', missing, name),
      ...differences('not used', unused, name),
      ...linesOf(uses),
    ]);
  const onlyDeclared = unused.filter(({ group, resource }) => !resources.has(nameOf(group, resource)));
  const others = [...new Set(onlyDeclared.map(({ group, resource }) => nameOf(group, resource)))].map((name) => [
    name,
    ...differences('not used', onlyDeclared, name),
  ]);
  const open = dynamic.map(({ call, verbs, position, acknowledged }) => {
    const why = acknowledged === undefined ? '' : `; ${acknowledged}`;
    return `  ${verbs.length === 0 ? 'any verb' : verbs.join(', ')}: ${call}, ${position.file}:${position.line}${why}`;
  });
  const all = [...parts, ...others, ...(open.length === 0 ? [] : [['Known only at run time', ...open]])];
  if (all.length === 0) return 'The code uses no permissions.\n';
  return `${all.map((lines) => lines.map(escapeControls).join('\n')).join('\n\n')}\n`;
}

function nameOf(group: string, resource: string): string {
  return group === '' ? resource : `${resource} (${group})`;
}

interface Difference {
  readonly group: string;
  readonly resource: string;
  readonly verbs: readonly string[];
}

function differences(what: string, all: readonly Difference[], name: string): readonly string[] {
  const verbs = all.filter(({ group, resource }) => nameOf(group, resource) === name).flatMap((each) => each.verbs);
  return verbs.length === 0 ? [] : [`  ${what}: ${[...new Set(verbs)].join(', ')}`];
}

/** Returns the kinds for which the name of a resource is only the likely plural. */
function likely(missing: Comparison['missing'], name: string): readonly string[] {
  const own = missing.filter(({ group, resource }) => nameOf(group, resource) === name);
  const kinds = new Set(own.flatMap(({ unlisted = [] }) => unlisted));
  return [...kinds].map((kind) => `  likely plural of ${kind}`);
}

function verbsOf(uses: readonly UsedPermission[]): readonly string[] {
  return [...new Set(uses.flatMap(({ verbs }) => verbs))].toSorted();
}

function linesOf(uses: readonly UsedPermission[]): readonly string[] {
  const rows = uses.map(({ verbs, call, position, resourceName, namespace }) => [
    verbs.join(', '),
    `${call}${limits(resourceName, namespace)}`,
    `${position.file}:${position.line}`,
  ]);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map(([verbs, call, place]) => `    ${verbs!.padEnd(widths[0]!)}  ${call!.padEnd(widths[1]!)}  ${place}`);
}

function limits(name: string | undefined, namespace: string | undefined): string {
  const parts = [...(name === undefined ? [] : [name]), ...(namespace === undefined ? [] : [`in ${namespace}`])];
  return parts.length === 0 ? '' : ` ${parts.join(' ')}`;
}
