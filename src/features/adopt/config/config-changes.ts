import { newPermissions } from '../../../base/crd/roles.js';
import { objectsAt, own, textAt, textsAt } from '../../../base/model/json-at.js';
import { isYaml } from '../../../project/paths.js';
import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { toYaml } from '../../../base/text/yaml.js';
import { mergeFile } from '../../../base/merge/merge-file.js';
import { listedIn } from '../../../output/kustomize/included-objects.js';
import { builtRoots } from '../../../output/kustomize/other-deployments.js';
import type { DesiredFile } from '../../../project/layout/desired-file.js';
import type { Layout } from '../../../project/layout/layout.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { objectsOf } from '../../../base/text/yaml-objects.js';
import { startedBy } from '../../../output/kustomize/container-words.js';
import type { GoDeployment } from '../deployment/go-deployment.js';
import {
  containersOf,
  isOperatorContainer,
  isOperatorWorkload,
  operatorContainers,
  withContainers,
  type OperatorContainer,
} from '../deployment/operator-containers.js';
import type { Source } from '../source.js';

/** A file of the user in config/ that must change for the new operator. */
export interface ConfigChange {
  readonly path: string;
  readonly content: string;
  readonly what: readonly string[];
}

const leaderElectionFile = 'config/rbac/leader_election_role.yaml';

/**
 * Returns the changes of config/ that the new operator requires to start, in the files that deploy it. The rest of the
 * files is kept.
 */
export function configChanges(
  texts: ReadonlyMap<string, string>,
  layout: Layout,
  deployment: GoDeployment,
): readonly ConfigChange[] {
  const containers = operatorContainers(texts, deployment);
  const scaffolded = objectsOf(layout.get(leaderElectionFile)?.content);
  const isForElection = (path: string): boolean =>
    path === leaderElectionFile || deployment.objects.some(({ object, file }) => file === path && isOfLeases(object));
  const changes = (isEmptied: boolean): readonly ConfigChange[] =>
    [...texts.keys()].filter(isYaml).flatMap((path) =>
      changed(path, texts, (object) => {
        const rules = isForElection(path) ? withRules(object, scaffolded) : undefined;
        return rules ?? withoutCommand(object, containers, isEmptied);
      }),
    );
  const found = changes(false);
  return breaksPatches(texts, found) ? changes(true) : found;
}

/** The path of a JSON patch for a command. */
const patchedCommand = /\/containers\/\d+\/command\b/;

/** Reports whether a JSON patch can no longer be applied, such as one that replaces a command. */
function breaksPatches(texts: ReadonlyMap<string, string>, changes: readonly ConfigChange[]): boolean {
  // Without such a patch, nothing needs to be built.
  if (![...texts.values()].some((text) => patchedCommand.test(text))) return false;
  const unplaced = (from: ReadonlyMap<string, string>): readonly string[] =>
    builtRoots([...from.keys()], (path) => from.get(path)).flatMap((each) =>
      each.unplaced.map(({ file, field, index }) => JSON.stringify([file, field, index])),
    );
  const before = new Set(unplaced(texts));
  return unplaced(withChanges(texts, changes)).some((each) => !before.has(each));
}

/** Reports whether a role is for leader election. */
function isOfLeases(object: JsonObject): boolean {
  return (
    textAt(object, 'kind') === 'Role' &&
    objectsAt(object, 'rules').some((each) => textsAt(each, 'resources').includes('leases'))
  );
}

/** An object of a file after a change, and a description of the change. */
interface Changed {
  readonly object: JsonObject;
  readonly what: readonly string[];
}

/** Returns the change of a file whose objects change; none if nothing does. */
export function changed(
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

/**
 * Removes the command of the Go operator's container: the image of the new one has its own.
 * @param isEmptied whether to keep an empty one, which has the same effect, for patches that change it
 */
function withoutCommand(
  object: JsonObject,
  operators: readonly OperatorContainer[],
  isEmptied: boolean,
): Changed | undefined {
  if (!isOperatorWorkload(object, operators)) return undefined;
  const what: string[] = [];
  const containers = containersOf(object).map((each) => {
    const { command: _, ...others } = each;
    const rest: JsonObject = isEmptied ? { ...each, command: [] } : others;
    const [program] = textsAt(each, 'command');
    if (program === undefined || !isOperatorContainer(object, textAt(each, 'name'), operators)) return each;
    const command = `the command ${program} of the Go operator`;
    what.push(
      isEmptied ? `with an empty list in place of ${command}, because a JSON patch changes it` : `without ${command}`,
    );
    // Everything after the program is an argument.
    const { words } = startedBy(each);
    if (words.length > 0) return { ...rest, args: [...words] };
    const { args: __, ...withoutArguments } = rest;
    return withoutArguments;
  });
  return what.length === 0 ? undefined : { object: withContainers(object, containers), what };
}

/** Adds the rules that leader election requires. */
function withRules(object: JsonObject, scaffolded: readonly JsonObject[]): Changed | undefined {
  const [role] = scaffolded;
  const isRole = textAt(object, 'kind') === 'Role';
  if (role === undefined || !isRole) return undefined;
  // Permissions are compared by the name of the role, regardless of its namespace.
  const withOnly = (rules: readonly JsonObject[]): JsonObject => ({ kind: 'Role', rules: [...rules] });
  const present = withOnly(objectsAt(object, 'rules'));
  const missing = objectsAt(role, 'rules').filter((rule) => newPermissions([present], [withOnly([rule])]).length > 0);
  if (missing.length === 0) return undefined;
  const known = own(object, 'rules');
  const rules = [...(Array.isArray(known) ? (known as readonly JsonObject[]) : []), ...missing];
  const what = missing.map(
    (rule) =>
      `with ${textsAt(rule, 'verbs').join(', ')} on ${textsAt(rule, 'resources').join(', ')} of ${textsAt(rule, 'apiGroups').join(', ')}`,
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

/** The lists of kustomizations with entries for generated files. */
const generatedLists = ['resources', 'transformers'] as const;

/** Returns the kustomizations of the user that get entries for generated files. */
export function kustomizationChanges(
  texts: ReadonlyMap<string, string>,
  generated: readonly DesiredFile[],
): readonly ConfigChange[] {
  return generated.flatMap(({ path, content, ownership }) => {
    const before = ownership === 'merged' ? texts.get(path) : undefined;
    if (before === undefined || before === content) return [];
    const [known, now] = [listedIn(before, generatedLists), listedIn(content, generatedLists)];
    const added = now.filter((each) => !known.includes(each));
    const removed = known.filter((each) => !now.includes(each));
    const what = [
      ...(added.length === 0 ? [] : [`with the entries ${added.join(', ')}`]),
      ...(removed.length === 0 ? [] : [`without the entries ${removed.join(', ')}, for which no file is generated`]),
    ];
    return [{ path, content, what: what.length === 0 ? ['without entries that are not generated'] : what }];
  });
}

/** Reports the changes. */
export function changeReport(source: Source, changes: readonly ConfigChange[]): readonly Diagnostic[] {
  return changes.flatMap(({ path, what }) =>
    what.map((each) =>
      diagnostic('config-changed', { path, what: each }, { file: source.shown(path), line: 1, column: 1 }),
    ),
  );
}
