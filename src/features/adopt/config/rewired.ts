import { posix } from 'node:path';
import { mergeKustomization } from '../../../output/emit/kustomization.js';
import { listedIn, objectsIncluded, pathsIncluded } from '../../../output/kustomize/included-objects.js';
import type { DesiredFile } from '../../../project/layout/desired-file.js';
import type { Layout } from '../../../project/layout/layout.js';
import { isCrd, kindAndName, kindOf, nameOf } from '../../../base/model/kubernetes-object.js';
import {
  crdFile,
  isKustomization,
  kustomizationIn,
  kustomizationNames,
  kustomizations,
  roleFile,
  webhookFile,
} from '../../../project/paths.js';
import { withTypes } from '../../../project/resources.js';
import { pluralNameOf } from '../../../project/plural.js';
import { apiGroupOf, type Project } from '../../../project/project.js';
import { withChanges, type ConfigChange } from './config-changes.js';
import type { GoDeployment } from '../deployment/go-deployment.js';
import { isBelow, nestedChanges, type NestedFolder } from './nested-folders.js';

/** The changes with which generated files replace files of a different layout of `config/`. */
export interface Rewired {
  /** The kustomizations that list generated files instead. */
  readonly changes: readonly ConfigChange[];
  /** New kustomizations that list only generated files. */
  readonly files: readonly DesiredFile[];
  /** Paths of scaffolded files for which the project has equivalents. */
  readonly left: ReadonlySet<string>;
  /** The files of the Go project that are no longer deployed, by the generated files that replace them. */
  readonly replaced: ReadonlyMap<string, string>;
}

/** The result for a project whose files in `config/` are all replaced. */
export const notRewired: Rewired = { changes: [], files: [], left: new Set(), replaced: new Map() };

interface Input {
  readonly project: Project;
  readonly layout: Layout;
  readonly config: ReadonlyMap<string, string>;
  readonly deployment: GoDeployment;
}

/** Makes `config/default` deploy the generated files instead of those that the Go project deploys from other paths. */
export function rewired({ project, layout, config, deployment }: Input): Rewired {
  const all = replacedFiles(project, deployment);
  const folders = foldersOf([...all.keys()], config);
  const isKept = (path: string, file: string): boolean =>
    isDoubled(path, file, folders, { config, deployment, replaced: [...all.values()] });
  const replaced = new Map([...all].filter(([path, file]) => !isKept(path, file)));
  const direct = [...config].flatMap(([path, text]) => changedKustomization(path, text, replaced, folders));
  const changes = [...direct, ...nestedChanges(nestedIn(config, replaced, folders), config, direct)];
  const made = [roleFile, webhookFile].filter((path) => replaced.has(path));
  const texts = withChanges(config, changes);
  const isListed = (path: string): boolean => changes.some((each) => lists(each, path));
  const added = made.filter((path) => !isListed(path)).flatMap((path) => listing(path, layout, texts));
  return {
    changes: joined([...changes, ...added.filter((each) => 'what' in each)]),
    files: added.filter((each) => 'ownership' in each),
    left: new Set([...layout.keys()].filter((path) => !config.has(path) && isLeft(path, made, deployment))),
    replaced,
  };
}

/** The folders of generated files that `config/default` builds, with these files, and whether they have a kustomization. */
type Folders = ReadonlyMap<
  string,
  { readonly folder: string; readonly isPresent: boolean; readonly isDeployed: boolean }
>;

function foldersOf(paths: readonly string[], config: ReadonlyMap<string, string>): Folders {
  const built = new Set(pathsIncluded(posix.dirname(kustomizations.default), (path) => config.get(path)));
  return new Map(
    paths.map((path) => {
      const folder = posix.dirname(path.startsWith('config/crd/') ? kustomizations.crd : path);
      const isPresent = kustomizationIn(folder, (each) => config.has(each)) !== undefined;
      return [path, { folder, isPresent, isDeployed: isPresent && built.has(folder) }];
    }),
  );
}

/**
 * Reports whether the folder of a generated file would deploy other objects a second time: it has a kustomization that
 * is not deployed. Then the files are kept, and `check` reports what to do.
 */
function isDoubled(
  path: string,
  file: string,
  folders: Folders,
  { config, deployment, replaced }: Pick<Input, 'config' | 'deployment'> & { readonly replaced: readonly string[] },
): boolean {
  const { folder, isPresent, isDeployed } = folders.get(path)!;
  if (!isPresent || isDeployed || file.startsWith(`${folder}/`)) return false;
  const read = (each: string): string | undefined => config.get(each);
  const others = deployment.objects.filter((each) => !replaced.includes(each.file));
  const deployed = new Set(others.map(({ object, declaredName }) => `${kindOf(object)} ${declaredName}`));
  return objectsIncluded('', [folder], read).some((object) => deployed.has(kindAndName(object)));
}

/** Returns the folders of generated files that replace files which are listed by kustomizations below these folders. */
function nestedIn(
  config: ReadonlyMap<string, string>,
  replaced: ReadonlyMap<string, string>,
  folders: Folders,
): readonly NestedFolder[] {
  return [...config].flatMap(([below, text]) => {
    if (!isKustomization(below)) return [];
    const own = posix.dirname(below);
    const files = new Set(listedIn(text, ['resources']).map((each) => posix.join(own, each)));
    const found = [...replaced].filter(([, file]) => files.has(file)).map(([path]) => folders.get(path)!);
    const nested = found.filter(({ folder, isPresent }) => !isPresent && isBelow(own, folder));
    return [...new Set(nested.map(({ folder }) => folder))].map((folder) => ({ folder, below }));
  });
}

/** Reports whether a changed kustomization lists a file. */
function lists({ path: kustomization, content }: ConfigChange, path: string): boolean {
  return listedIn(content, ['resources']).some((each) => posix.join(posix.dirname(kustomization), each) === path);
}

/** Returns one change for each file. */
function joined(changes: readonly ConfigChange[]): readonly ConfigChange[] {
  const known = new Map<string, ConfigChange>();
  for (const each of changes)
    known.set(each.path, { ...each, what: [...(known.get(each.path)?.what ?? []), ...each.what] });
  return [...known.values()];
}

/** Returns the files that the Go project deploys instead of the generated ones, keyed by the generated ones. */
function replacedFiles(project: Project, deployment: GoDeployment): ReadonlyMap<string, string> {
  const { objects } = deployment;
  const hasWebhooks = project.resources.some(({ webhooks }) => webhooks?.defaulting || webhooks?.validation);
  const definitions = withTypes(project).flatMap((each) => {
    const path = crdFile(apiGroupOf(each), pluralNameOf(each));
    const name = `${pluralNameOf(each)}.${apiGroupOf(each)}`;
    const found = objects.find(({ object }) => isCrd(object) && nameOf(object) === name);
    // A file with other objects must stay.
    const isAlone = objects.filter(({ file }) => file === found?.file).length === 1;
    return found === undefined || !isAlone ? [] : [[path, found.file] as const];
  });
  const all = [
    [roleFile, deployment.roleFile] as const,
    ...(hasWebhooks ? [[webhookFile, deployment.webhookFile] as const] : []),
    ...definitions,
  ];
  return new Map(all.filter(([path, file]) => path !== file));
}

/** Returns a kustomization that lists generated files, or their folders, in place of those of the Go project. */
function changedKustomization(
  path: string,
  text: string,
  replaced: ReadonlyMap<string, string>,
  folders: Folders,
): readonly ConfigChange[] {
  if (!isKustomization(path)) return [];
  const folder = posix.dirname(path);
  const listed = listedIn(text, ['resources']);
  const found = [...replaced].flatMap(([generated, file]) => {
    const entry = listed.find((each) => posix.join(folder, each) === file);
    return entry === undefined ? [] : [{ entry, instead: entryFor(generated, folder, folders) }];
  });
  const add = new Set(
    found.flatMap(({ instead }) => (instead === undefined || listed.includes(instead) ? [] : [instead])),
  );
  const content = mergeKustomization(text, { add: [...add], remove: found.map(({ entry }) => entry) });
  if (found.length === 0 || content === undefined) return [];
  const what = found.map(({ entry, instead }) =>
    instead === undefined
      ? `without ${entry}, which config/default has in another folder`
      : `with ${instead} in place of ${entry}`,
  );
  return [{ path, content, what: [...new Set(what)] }];
}

/**
 * Returns the entry for a generated file; none if its folder is already deployed, or another kustomization must list
 * it. From outside its own folder, a kustomization can read folders that have a kustomization, but no single files, and
 * not its parent folders.
 */
function entryFor(generated: string, folder: string, folders: Folders): string | undefined {
  if (generated.startsWith(`${folder}/`)) return posix.relative(folder, generated);
  const { folder: base, isPresent, isDeployed } = folders.get(generated)!;
  return isDeployed || (!isPresent && isBelow(folder, base)) ? undefined : posix.relative(folder, base);
}

/** Returns the kustomization in the folder of a generated file, which lists it: a new one, or that of the user. */
function listing(
  path: string,
  layout: Layout,
  config: ReadonlyMap<string, string>,
): readonly (DesiredFile | ConfigChange)[] {
  const folder = posix.dirname(path);
  const present = kustomizationIn(folder, (each) => config.has(each));
  const entry = posix.basename(path);
  if (present !== undefined) {
    const text = config.get(present);
    const content = mergeKustomization(text, { add: [entry] });
    return content === undefined || content === text
      ? []
      : [{ path: present, content, what: [`with the entry ${entry}`] }];
  }
  const usual = posix.join(folder, kustomizationNames[0]!);
  const scaffolded = layout.get(usual)?.content;
  const content = mergeKustomization(undefined, { add: [entry] })!;
  return [{ path: usual, content, ownership: 'scaffolded', ...(scaffolded !== undefined && { recordAs: scaffolded }) }];
}

/** Reports whether a scaffolded file is an equivalent of what the Go project deploys from other paths. */
function isLeft(path: string, made: readonly string[], { workloads, objects }: GoDeployment): boolean {
  const folder = path.split('/').slice(0, 2).join('/');
  if (made.some((each) => posix.dirname(each) === folder)) return true;
  const isElsewhere = ({ built }: GoDeployment['workloads'][number]): boolean =>
    !built.file.startsWith('config/manager/');
  if (path === 'config/manager/manager.yaml') return workloads.length > 0;
  if (folder === 'config/manager') return workloads.some(isElsewhere);
  const isIssued = (file: string): boolean => !file.startsWith('config/certmanager/');
  return (
    folder === 'config/certmanager' &&
    objects.some(({ object, file }) => kindOf(object) === 'Certificate' && isIssued(file))
  );
}
