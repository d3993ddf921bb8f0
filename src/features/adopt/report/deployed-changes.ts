import { posix } from 'node:path';
import { grantsOf } from '../../../base/crd/roles.js';
import { objectAt } from '../../../base/model/json-at.js';
import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { differences } from '../../import/compare.js';
import { differenceText, shownDifferences } from '../../import/shown-differences.js';
import { buildKustomization, type BuiltObject } from '../../../output/kustomize/build.js';
import { textOf } from '../../../output/kustomize/kustomize.js';
import { objectPlace } from '../../../output/kustomize/object-place.js';
import { objectsOf } from '../../../base/text/yaml-objects.js';
import { isRole, kindOf, nameOf } from '../../../base/model/kubernetes-object.js';
import type { Environment } from '../../../output/operation/outcome.js';
import type { Plan } from '../../../output/plan/plan.js';
import { isYaml, kustomizationNames, kustomizations } from '../../../project/paths.js';
import { asDeployed } from './compared-objects.js';
import { immutableDifferences, immutableObject } from './immutable-fields.js';
import { lostGenerators } from '../config/generators.js';
import {
  inNamespace,
  isMoved,
  isRenamed,
  movedObjects,
  namespaceOf,
  renamedObject,
  whatOf,
  type Pair,
} from './moved-objects.js';
import { permissionsText, roleDifference } from './role-changes.js';
import type { Source } from '../source.js';

/** The report about deployed objects. */
export interface DeployedChanges {
  readonly diagnostics: readonly Diagnostic[];
  /** Reports whether it covers an object of a file, so that no other report needs to. */
  readonly covers: (object: BuiltObject['object'], file: string) => boolean;
}

/** The report if nothing can be compared. */
export const notCompared: DeployedChanges = { diagnostics: [], covers: () => false };

interface Input {
  readonly source: Source;
  readonly plan: Plan;
  /** The files in `config/` of the Go project. */
  readonly config: ReadonlyMap<string, string>;
  readonly environment: Pick<Environment, 'host' | 'cwd'>;
  /** Whether scaffolded files replace those of the Go project, so that every object can differ. */
  readonly force: boolean;
}

/** Kinds that change what a cluster accepts, or what the operator can do. */
const foremost = /^(?:CustomResourceDefinition|(?:Mutating|Validating)WebhookConfiguration|(?:Cluster)?Role)$/;

/**
 * Compares the objects that `config/default` deploys with those that it deployed before; without `config/default`,
 * compares the manifests that adopt replaces.
 */
export function deployedChanges({ source, plan, config, environment, force }: Input): DeployedChanges {
  const { host, cwd: root } = environment;
  const files = { host, root, planned: new Map(plan.files.map(({ path, after }) => [path, after])) };
  const read = (path: string): string | undefined => textOf(files, path);
  // A new config/default deploys the same as before only if all objects come from one kustomization.
  const isBuilt = source.deployment.objects.length > 0 && source.composed?.isWhole !== false;
  if (!isBuilt && !force) return notCompared;
  const folder = posix.dirname(kustomizations.default);
  const before = isBuilt ? source.deployment.objects : manifestsIn(config.keys(), (path) => config.get(path));
  const after = isBuilt ? buildKustomization(folder, read).objects : manifestsIn(config.keys(), read);
  const by = isBuilt ? folder : 'config/';
  const { same, gone, added } = paired(before, after);
  const moved = isBuilt ? same.filter(isMoved) : [];
  // A binding can lose its role, whose name and namespace follow from the sources.
  const isCompared = ({ object }: BuiltObject): boolean => force || kindOf(object).endsWith('RoleBinding');
  const diagnostics = [
    ...added
      .filter(({ object }) => isBuilt && (force || foremost.test(kindOf(object))))
      .map((each) =>
        diagnostic('newly-deployed', { what: whatOf(each), entry: posix.basename(each.file) }, start(each.file)),
      ),
    ...gone.map((each) => {
      const what = isRole(each.object) ? `${whatOf(each)} with ${permissionsText(each.object)}` : whatOf(each);
      const file = source.shown(each.file);
      return diagnostic('no-longer-deployed', { what, by, file }, start(file));
    }),
    ...same.flatMap((pair) => immutableObject(pair, by, placeIn(read, pair[1]))),
    ...(isBuilt ? lostGenerators(source, (path) => source.composed?.texts.get(path) ?? config.get(path), read) : []),
    ...movedObjects(moved, (each) => placeIn(read, each)),
    ...same.filter(isRenamed).map((pair) => renamedObject(pair, placeIn(read, pair[1]))),
    ...same.flatMap(([old, now]) =>
      isRole(now.object)
        ? [...roleChanges(old, now, read), ...changes(withoutRules(old, now), withoutRules(now, now), by, read)]
        : isCompared(now)
          ? changes(old, now, by, read)
          : [],
    ),
  ];
  const compared = new Set([...before, ...after].map((each) => keyOf(each.object, each.declaredName, each.file)));
  return {
    diagnostics,
    covers: (object, file) => (force || isRole(object)) && compared.has(keyOf(object, nameOf(object), file)),
  };
}

const start = (file: string) => ({ file, line: 1, column: 1 });

function keyOf(object: BuiltObject['object'], declaredName: string, file: string): string {
  return `${kindOf(object)} ${declaredName} ${file}`;
}

/** Returns the objects of manifests. Kustomizations and patches are not included: they have no kind, or change another file. */
function manifestsIn(paths: Iterable<string>, read: (path: string) => string | undefined): readonly BuiltObject[] {
  const isManifest = (path: string): boolean =>
    isYaml(path) && !path.startsWith('config/samples/') && !kustomizationNames.includes(posix.basename(path));
  const all = [...paths]
    .filter(isManifest)
    .flatMap((file) => objectsOf(read(file)).map((object) => ({ object, file, declaredName: nameOf(object) })))
    .filter(({ object, declaredName }) => kindOf(object) !== '' && declaredName !== '');
  const known = new Set<string>();
  return all.filter((each) => {
    const isFirst = !known.has(whatOf(each));
    known.add(whatOf(each));
    return isFirst;
  });
}

interface Paired {
  readonly same: readonly Pair[];
  readonly gone: readonly BuiltObject[];
  readonly added: readonly BuiltObject[];
}

/**
 * Pairs objects by kind and name, preferably in the same namespace. A renamed role is paired with the only one that
 * grants the same.
 */
function paired(before: readonly BuiltObject[], after: readonly BuiltObject[]): Paired {
  const placeOf = (each: BuiltObject): string => `${whatOf(each)} ${namespaceOf(each)}`;
  const open = new Set(after);
  const same: [BuiltObject, BuiltObject][] = [];
  let gone = before;
  for (const keyFor of [placeOf, whatOf, grantsIn]) {
    const now = new Map([...open].toReversed().map((each) => [keyFor(each), each]));
    gone = gone.filter((each) => {
      const key = keyFor(each);
      const found = key === undefined ? undefined : now.get(key);
      if (found === undefined || !open.delete(found)) return true;
      same.push([each, found]);
      return false;
    });
  }
  return { same, gone, added: [...open] };
}

/** Returns the permissions of a role; undefined for other objects, and for a role that grants nothing. */
function grantsIn({ object }: BuiltObject): string | undefined {
  const grants = isRole(object) ? JSON.stringify(grantsOf(object)) : '{}';
  return grants === '{}' ? undefined : `${kindOf(object)} ${grants}`;
}

type Read = (path: string) => string | undefined;

function placeIn(read: Read, { object, file, declaredName }: BuiltObject) {
  return objectPlace(file, read(file) ?? '', kindOf(object), declaredName);
}

function roleChanges(before: BuiltObject, after: BuiltObject, read: Read): readonly Diagnostic[] {
  const name = `${whatOf(after)} in ${after.file}`;
  return roleDifference(name, { before: before.object, after: after.object }, placeIn(read, after));
}

/** Returns a role without its rules, but with other parts that have effects, such as labels by which other roles aggregate it. */
function withoutRules(role: BuiltObject, { object: named }: BuiltObject): BuiltObject {
  const metadata = { ...objectAt(role.object, 'metadata'), name: nameOf(named) };
  return { ...role, object: { ...role.object, metadata, rules: [] } };
}

/** Maximum number of fields that a message names. */
const mostShown = 3;
/** Maximum number of differences that are listed for an object. */
const mostListed = 200;

/** Reports the differences of an object. Those without effects, such as descriptions, come last. */
function changes(before: BuiltObject, after: BuiltObject, by: string, read: Read): readonly Diagnostic[] {
  const what = whatOf(after);
  const at = namespaceOf(after);
  const reported = new Set(immutableDifferences([before, after]).map(differenceText));
  const all = differences(asDeployed(inNamespace(before.object, at)), asDeployed(inNamespace(after.object, at)), [
    what,
  ]).filter((each) => !reported.has(differenceText(each)));
  const describes = ({ path }: (typeof all)[number]): boolean => /^(?:metadata|annotations|labels)$/.test(path[1]!);
  const found = [...all.filter((each) => !describes(each)), ...all.filter(describes)];
  if (found.length === 0) return [];
  const extra = found.length - mostShown;
  const fields = [
    ...found.slice(0, mostShown).map(({ path }) => path.slice(1).join('.')),
    ...(extra > 0 ? [`and ${extra} more`] : []),
  ].join(', ');
  const shown = diagnostic(
    'deployed-differs',
    { what, by, fields, differences: shownDifferences(found, mostListed) },
    placeIn(read, after),
  );
  return [extra > 0 ? { ...shown, lines: found.slice(0, mostListed).map(differenceText) } : shown];
}
