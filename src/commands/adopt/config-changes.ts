import { objectIn, objectsIn, own, textIn, textsIn } from '../../compatibility/crd.js';
import { newPermissions } from '../../compatibility/roles.js';
import { diagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { toYaml } from '../../emit/yaml.js';
import { mergeFile } from '../../merge/merge-file.js';
import { listedIn } from '../../generate/included-objects.js';
import type { DesiredFile } from '../../layout/desired-file.js';
import type { Layout } from '../../layout/layout.js';
import type { JsonObject } from '../../model/schema.js';
import { objectsOf } from '../../merge/yaml-objects.js';
import type { Source } from './source.js';

/** A file in config/ of the user that has to change, because another program runs. */
export interface ConfigChange {
  readonly path: string;
  readonly content: string;
  readonly what: readonly string[];
}

const managerFile = 'config/manager/manager.yaml';
const leaderElectionFile = 'config/rbac/leader_election_role.yaml';

/** Returns the changes of config/ without which the new operator does not start. Everything else in the files is kept. */
export function configChanges(texts: ReadonlyMap<string, string>, layout: Layout): readonly ConfigChange[] {
  return [
    ...changed(managerFile, texts, (object) => withoutCommand(object)),
    ...changed(leaderElectionFile, texts, (object) =>
      withRules(object, objectsOf(layout.get(leaderElectionFile)?.content)),
    ),
  ];
}

interface Changed {
  readonly object: JsonObject;
  readonly what: readonly string[];
}

function changed(
  path: string,
  texts: ReadonlyMap<string, string>,
  change: (object: JsonObject) => Changed | undefined,
): readonly ConfigChange[] {
  const existing = texts.get(path);
  const objects = objectsOf(existing);
  const changes = objects.map(change);
  const what = changes.flatMap((each) => each?.what ?? []);
  if (existing === undefined || what.length === 0) return [];
  const after = objects.map((each, index) => changes[index]?.object ?? each);
  const merged = mergeFile(path, { existing, before: toYaml(...objects), after: toYaml(...after) });
  return merged.kind === 'merged' ? [{ path, content: merged.content, what }] : [];
}

/** Removes the command of the container of a Go operator: the image of the new one has its own. */
function withoutCommand(object: JsonObject): Changed | undefined {
  if (textIn(object, 'kind') !== 'Deployment') return undefined;
  const spec = objectIn(object, 'spec');
  const template = objectIn(spec, 'template');
  const pod = objectIn(template, 'spec');
  const containers = objectsIn(pod, 'containers').map((each) => {
    const { command, ...rest } = each;
    return textsIn(each, 'command').join(' ') === '/manager' && command !== undefined ? rest : each;
  });
  if (containers.every((each, index) => each === objectsIn(pod, 'containers')[index])) return undefined;
  const changedPod = { ...pod, containers };
  return {
    object: { ...object, spec: { ...spec, template: { ...template, spec: changedPod } } },
    what: ['without the command /manager of the Go operator'],
  };
}

/** Adds the rules that leader election requires. */
function withRules(object: JsonObject, scaffolded: readonly JsonObject[]): Changed | undefined {
  const [role] = scaffolded;
  const isRole = textIn(object, 'kind') === 'Role';
  if (role === undefined || !isRole) return undefined;
  // Permissions are compared by the name of the role, whatever its namespace is.
  const withOnly = (rules: readonly JsonObject[]): JsonObject => ({ kind: 'Role', rules: [...rules] });
  const present = withOnly(objectsIn(object, 'rules'));
  const missing = objectsIn(role, 'rules').filter((rule) => newPermissions([present], [withOnly([rule])]).length > 0);
  if (missing.length === 0) return undefined;
  const known = own(object, 'rules');
  const rules = [...(Array.isArray(known) ? (known as readonly JsonObject[]) : []), ...missing];
  const what = missing.map(
    (rule) =>
      `with ${textsIn(rule, 'verbs').join(', ')} on ${textsIn(rule, 'resources').join(', ')} of ${textsIn(rule, 'apiGroups').join(', ')}`,
  );
  return { object: { ...object, rules }, what };
}

/** Returns the files of config/ after the changes. */
export function withChanges(
  texts: ReadonlyMap<string, string>,
  changes: readonly ConfigChange[],
): ReadonlyMap<string, string> {
  return new Map([...texts, ...changes.map(({ path, content }) => [path, content] as const)]);
}

/** Returns the kustomizations of the user that get entries for generated files. */
export function kustomizationChanges(
  texts: ReadonlyMap<string, string>,
  generated: readonly DesiredFile[],
): readonly ConfigChange[] {
  return generated.flatMap(({ path, content, ownership }) => {
    const before = ownership === 'merged' ? texts.get(path) : undefined;
    if (before === undefined || before === content) return [];
    const known = new Set(listedIn(before));
    const added = listedIn(content).filter((each) => !known.has(each));
    const what = added.length === 0 ? 'without entries that are not generated' : `with the entries ${added.join(', ')}`;
    return [{ path, content, what: [what] }];
  });
}

/** Reports the changes. */
export function changeReport(source: Source, changes: readonly ConfigChange[]): readonly Diagnostic[] {
  return changes.map(({ path, what }) =>
    diagnostic('config-changed', { path, what: what.join(' and ') }, { file: source.shown(path), line: 1, column: 1 }),
  );
}
