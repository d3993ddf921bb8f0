import { posix } from 'node:path';
import { isNode, LineCounter } from 'yaml';
import { objectAt, objectsAt, own, textAt, textsAt } from '../../base/model/json-at.js';
import { isCrd } from '../../base/model/kubernetes-object.js';
import { isObject, type JsonObject, type JsonValue } from '../../base/model/schema.js';
import { readCrd, type Crd } from '../../base/crd/crd.js';
import { diagnostic, refuse } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { placeOf } from '../../base/text/text.js';
import { isYamlProblem, yamlDocuments } from '../../base/text/yaml-documents.js';
import {
  acceptancesFile,
  crdFolder,
  kustomizations,
  presentKustomization,
  projectFile,
  roleFile,
  webhookFile,
} from '../../project/paths.js';
import { positionAt, positionsIn, type PositionOf } from '../../project/yaml-position.js';
import { manifestFile, type ReleasedFiles } from './files.js';
import { withoutTemplates } from './templates.js';

/** The compared objects: CRDs, roles and webhooks. */
export interface Released {
  readonly crds: readonly Crd[];
  /** Such as `the folder released`, for messages. */
  readonly name: string;
  /** Whether the CRDs belong to one project, so that a missing one was removed. */
  readonly isProject: boolean;
  /** The kinds that PROJECT lists, such as `example.com/Foo`; undefined if there is no PROJECT. */
  readonly kinds?: ReadonlySet<string> | undefined;
  /** Only known for a project. */
  readonly roles?: readonly JsonObject[];
  readonly webhooks?: readonly JsonObject[];
  /** The text of the file of accepted breaks; only known for a project. */
  readonly accepted?: string | undefined;
  /** Notes about what was compared. */
  readonly notes?: readonly Diagnostic[];
}

/**
 * Reads a release from files: those of the layout that operator-gen shares with kubebuilder, or else all CRDs in any
 * files.
 * @throws DiagnosticsError if there are none, or a file is not valid
 */
export async function releasedIn(files: ReleasedFiles): Promise<Released> {
  const inProject = files.paths.filter((path) => path.startsWith(`${crdFolder}/`) && manifestFile.test(path));
  if (inProject.length > 0) return projectIn(files, inProject);
  const isNear = (path: string): boolean => !path.startsWith('../');
  const isInLayout = (path: string): boolean => posix.dirname(path).endsWith(crdFolder);
  for (const isWanted of [isNear, isInLayout, () => true]) {
    const paths = files.paths.filter((path) => isWanted(path));
    const crds = await crdsIn(files, paths);
    if (crds.length > 0) return { crds, name: files.name, isProject: false };
  }
  return withoutDefinitions(files);
}

/** Returns the result for a base without CRDs: a project without kinds, a commit before the project, or a mistake. */
async function withoutDefinitions(files: ReleasedFiles): Promise<Released> {
  const against = files.name;
  if (await hasOnlyProject(files)) return projectIn(files, []);
  const isBefore = files.isCommit && !files.paths.includes(projectFile);
  if (isBefore && !(await mentionsDefinitions(files))) {
    return {
      crds: [],
      name: against,
      isProject: false,
      notes: [diagnostic('nothing-released', { against, lack: 'neither PROJECT nor definitions' })],
    };
  }
  return refuse('against-without-crds', { against, files: files.paths.filter(isManifest).length });
}

/** Reports whether there is a project without kinds. */
async function hasOnlyProject(files: ReleasedFiles): Promise<boolean> {
  return (await kindsIn(files))?.size === 0;
}

/** Returns the own kinds in PROJECT, such as `example.com/Foo`; undefined without PROJECT. */
async function kindsIn(files: ReleasedFiles): Promise<ReadonlySet<string> | undefined> {
  if (!files.paths.includes(projectFile)) return undefined;
  const text = (await files.read([projectFile])).get(projectFile)!;
  const [project = {}] = parsedIn(files.name, projectFile, text);
  const listed = objectsAt(project, 'resources').filter((each) => Object.hasOwn(each, 'api'));
  return new Set(listed.map((each) => kindKey(groupOf(each), textAt(each, 'kind'))));
}

function groupOf(resource: JsonObject): string {
  return [textAt(resource, 'group'), textAt(resource, 'domain')].filter((part) => part !== '').join('.');
}

/** Returns the key of a kind in the list of a project's kinds. */
export function kindKey(group: string, kind: string): string {
  return `${group}/${kind}`;
}

/** Reports whether any file mentions CRDs, such as a template, or a file for an old version of Kubernetes. */
async function mentionsDefinitions(files: ReleasedFiles): Promise<boolean> {
  const texts = await files.read(files.paths.filter(isManifest));
  return [...texts.values()].some((text) => text.includes('CustomResourceDefinition'));
}

/** Reports whether a file can contain CRDs. A file that the user specifies can have any name. */
function isManifest(path: string): boolean {
  return path !== projectFile;
}

/** Reads the released objects of a project. Without CRDs, there is nothing to compare. */
export async function projectIn(files: ReleasedFiles, crdFiles: readonly string[]): Promise<Released> {
  const known = new Set(files.paths);
  const objects = async (path: string) => (known.has(path) ? objectsOf(files, [path]) : []);
  const [crds, patches] = [await objectsOf(files, crdFiles), await conversionPatches(files)];
  return {
    crds: crds.map((each) => patched(each, patches)).flatMap((each) => crdOf(files.name, each)),
    name: files.name,
    isProject: true,
    kinds: await kindsIn(files),
    roles: await objects(roleFile),
    webhooks: await objects(webhookFile),
    accepted: known.has(acceptancesFile) ? (await files.read([acceptancesFile])).get(acceptancesFile) : undefined,
  };
}

/**
 * Returns all CRDs in files, for any version of Kubernetes, except for templates.
 * @throws DiagnosticsError if a file is not valid
 */
export async function definitionsIn(files: ReleasedFiles): Promise<readonly JsonObject[]> {
  const read: ReleasedFiles['read'] = async (paths) =>
    new Map([...(await files.read(paths))].map(([path, text]) => [path, withoutTemplates(text).text]));
  const objects = await objectsOf({ ...files, read }, files.paths, hasDefinition);
  return objects.filter(isWholeDefinition);
}

/**
 * Parses files regardless of whether they seem to contain CRDs.
 * @throws DiagnosticsError if one is not valid
 */
export async function requireValid(files: ReleasedFiles): Promise<void> {
  await objectsOf(files, files.paths);
}

/** Returns the positions of the values in each CRD of a file, in the order of `definitionsIn`. */
export function definitionPlaces(file: string, whole: string): readonly PositionOf[] {
  const { text } = withoutTemplates(whole);
  const lines = new LineCounter();
  const documents = yamlDocuments(text, { merge: true, lineCounter: lines });
  if (isYamlProblem(documents)) return [];
  return documents.flatMap((document) => {
    const positionOf = positionsIn(file, document, lines);
    const start = isNode(document.contents) ? (document.contents.range?.[0] ?? 0) : 0;
    return locatedItemsOf(document.toJS() as JsonValue).flatMap(({ object, path }): readonly PositionOf[] => {
      const isKnown = (key: string | number): boolean => path.length > 0 || document.has(key);
      return isWholeDefinition(object)
        ? [
            (first = '', ...more) =>
              isKnown(first) ? positionOf(...path, first, ...more) : positionAt(file, lines, start),
          ]
        : [];
    });
  });
}

function isWholeDefinition(object: JsonObject): boolean {
  return isCrd(object) && !isPatch(object);
}

/** Reports whether an object is a patch of a CRD, such as that of a conversion webhook. */
function isPatch(object: JsonObject): boolean {
  const spec = objectAt(object, 'spec');
  return (
    textAt(object, 'apiVersion') === 'apiextensions.k8s.io/v1' &&
    // A patch of the metadata has no spec.
    own(object, 'spec') !== null &&
    !['names', 'versions'].some((key) => key in spec)
  );
}

async function crdsIn(files: ReleasedFiles, paths: readonly string[]): Promise<readonly Crd[]> {
  return (await objectsOf(files, paths, isDefinition)).flatMap((each) => crdOf(files.name, each));
}

/** Returns a CRD as a list; an empty list for any other object. */
function crdOf(against: string, object: JsonObject): readonly Crd[] {
  const crd = readCrd(object);
  if (crd === undefined) return [];
  const versions = own(objectAt(object, 'spec'), 'versions') ?? [];
  const isVersion = (each: JsonValue): boolean => isObject(each) && textAt(each, 'name') !== '';
  // An omitted version would look like one that was never released.
  if (Array.isArray(versions) && (versions as readonly JsonValue[]).every(isVersion)) return [crd];
  return refuse('against-unreadable', { against, reason: `${crd.name}: spec.versions is not a list of versions` });
}

/** Reports whether a file may define a kind. Templates of Helm charts are not YAML until they are rendered. */
function isDefinition(text: string): boolean {
  const isTemplate = /^[ \t]*(?:- )?\{\{/m.test(text);
  return hasDefinition(text) && !isTemplate;
}

function hasDefinition(text: string): boolean {
  return /\bkind["']?\s*:\s*["']?CustomResourceDefinition/.test(text);
}

async function objectsOf(
  files: ReleasedFiles,
  paths: readonly string[],
  isWanted: (text: string) => boolean = () => true,
): Promise<readonly JsonObject[]> {
  const texts = await files.read(paths.filter(isManifest));
  return [...texts].flatMap(([path, text]) => (isWanted(text) ? parsedIn(files.name, path, text) : []));
}

function parsedIn(against: string, path: string, text: string): readonly JsonObject[] {
  // kubectl also resolves merge keys (`<<`).
  const documents = yamlDocuments(text, { merge: true });
  const problem = isYamlProblem(documents)
    ? { offset: documents.offset, message: documents.message }
    : documents.flatMap(({ errors }) => errors.map(({ pos, message }) => ({ offset: pos[0], message })))[0];
  if (problem !== undefined || isYamlProblem(documents)) {
    const { offset, message } = problem!;
    const reason = `${path}:${placeOf(text, offset).line}: ${message}`;
    return refuse('against-unreadable', { against, reason });
  }
  return documents.map((each) => each.toJS() as JsonValue).flatMap((each) => itemsOf(each));
}

/** Returns the objects in a value: the value itself, or the items of a list as printed by kubectl. */
function itemsOf(value: JsonValue): readonly JsonObject[] {
  return locatedItemsOf(value).map(({ object }) => object);
}

/** Returns the objects in a value, with their paths in it. */
function locatedItemsOf(value: JsonValue) {
  if (value === null || !isObject(value)) return [];
  const items = own(value, 'items');
  return textAt(value, 'kind').endsWith('List') && Array.isArray(items)
    ? (items as readonly JsonValue[]).flatMap((object, index) =>
        isObject(object) ? [{ object, path: ['items', index] as const }] : [],
      )
    : [{ object: value, path: [] as const }];
}

/** Returns the patches of CRDs that their kustomization applies, by the name of the CRD. */
async function conversionPatches(files: ReleasedFiles): Promise<ReadonlyMap<string, JsonObject>> {
  const path = presentKustomization(kustomizations.crd, (each) => files.paths.includes(each));
  if (!files.paths.includes(path)) return new Map();
  const [kustomization = {}] = await objectsOf(files, [path]);
  const named = [
    ...objectsAt(kustomization, 'patches').map((each) => textAt(each, 'path')),
    ...textsAt(kustomization, 'patchesStrategicMerge'),
  ];
  const folder = posix.dirname(kustomizations.crd);
  const paths = named.map((each) => posix.join(folder, each)).filter((each) => files.paths.includes(each));
  const patches = await objectsOf(files, paths);
  return new Map(patches.map((each) => [textAt(each, 'metadata', 'name'), each]));
}

function patched(crd: JsonObject, patches: ReadonlyMap<string, JsonObject>): JsonObject {
  const patch = patches.get(textAt(crd, 'metadata', 'name'));
  const conversion = patch && own(objectAt(patch, 'spec'), 'conversion');
  return conversion === undefined ? crd : { ...crd, spec: { ...objectAt(crd, 'spec'), conversion } };
}
