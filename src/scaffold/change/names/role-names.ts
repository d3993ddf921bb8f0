import { posix } from 'node:path';
import { isMap } from 'yaml';
import type { Host } from '../../../base/io/host.js';
import type { Layout } from '../../../project/layout/layout.js';
import { applyEdits } from '../../../base/text/text.js';
import { isYamlProblem, yamlDocuments } from '../../../base/text/yaml-documents.js';
import { objectsOf } from '../../../base/text/yaml-objects.js';
import { isRole, kindOf, nameOf } from '../../../base/model/kubernetes-object.js';
import type { DeployedNames } from './deployed-names.js';
import type { Layouts } from '../layouts.js';
import { scalarEdit } from './scalar-edit.js';

/**
 * Returns the new names of scaffolded roles that a change renames, by the names that bindings can use for them: those
 * in the files, and those in the cluster. A role to which its user has given another name keeps it.
 */
export function renamedRoles(
  host: Host,
  root: string,
  { before, after }: Pick<Layouts, 'before' | 'after'>,
  { prefix, suffix }: DeployedNames,
): ReadonlyMap<string, string> {
  const fresh = new Map([...after.values()].map((file) => [file.id, file]));
  const found = new Map<string, string>();
  for (const { id, path, content } of before.values()) {
    const now = fresh.get(id);
    // Usually nothing is renamed, and no text is read.
    if (now === undefined || now.content === content) continue;
    const [old, renamed] = [roleIn(before, path), roleIn(after, now.path)];
    if (old === undefined || renamed === undefined || old.kind !== renamed.kind || old.name === renamed.name) continue;
    if (!objectsOf(host.read(posix.join(root, path))).some((each) => nameOf(each) === old.name)) continue;
    found.set(old.name, renamed.name);
    found.set(`${prefix}${old.name}${suffix}`, `${prefix}${renamed.name}${suffix}`);
  }
  return found;
}

function roleIn(layout: Layout, path: string) {
  if (!path.startsWith('config/rbac/')) return undefined;
  const [role] = objectsOf(layout.get(path)?.content).filter(isRole);
  return role && { kind: kindOf(role), name: nameOf(role) };
}

/** Returns a YAML text whose bindings refer to roles by their new names. */
export function withRoleNames(text: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0 || !text.includes('RoleBinding')) return text;
  const documents = yamlDocuments(text);
  if (isYamlProblem(documents)) return text;
  const edits = documents.flatMap((document) => {
    const { contents, errors } = document;
    if (errors.length > 0 || !isMap(contents) || !/^(?:Cluster)?RoleBinding$/.test(String(contents.get('kind'))))
      return [];
    const name = names.get(String(document.getIn(['roleRef', 'name'])));
    return name === undefined ? [] : scalarEdit(text, document.getIn(['roleRef', 'name'], true), name);
  });
  return applyEdits(text, edits);
}
