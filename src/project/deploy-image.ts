import * as v from 'valibot';
import { isMap, isSeq, type Document, type YAMLMap } from 'yaml';
import { diagnostic, type Diagnostic } from '../base/diagnostics/diagnostic.js';
import { checkName } from './naming.js';
import { pluginsIn, removeIn } from './plugins.js';
import { setKeys, setMap } from './project-entry.js';
import { deployImagePlugin, resourceKey, type DeployImage, type Project, type ProjectResource } from './project.js';
import type { PositionOf } from './yaml-position.js';

// The keys match kubebuilder's: https://book.kubebuilder.io/plugins/available/deploy-image-plugin-v1-alpha
const optionsShape = v.strictObject({
  image: v.string(),
  containerCommand: v.optional(v.string()),
  containerPort: v.optional(v.number()),
  runAsUser: v.optional(v.number()),
});

/** The settings in PROJECT under `plugins` for the images that controllers run. */
export const deployImageShape = v.strictObject({
  resources: v.array(
    v.strictObject({
      group: v.optional(v.string()),
      domain: v.optional(v.string()),
      version: v.string(),
      kind: v.string(),
      options: optionsShape,
    }),
  ),
});

type Entries = v.InferOutput<typeof deployImageShape> | undefined;
type Name = Pick<ProjectResource, 'group' | 'domain' | 'version' | 'kind'>;

/** Returns the options in the entry of a resource; undefined without an entry. */
export function deployImageOf(resource: Name, domain: string, entries: Entries): DeployImage | undefined {
  const entry = entries?.resources.find((each) => isAbout(each, resource, domain));
  return entry?.options as DeployImage | undefined;
}

/** Returns the options that are set, as strings that the validation rules accept. */
export function textsOf(deployImage: DeployImage): readonly (readonly [keyof DeployImage, string])[] {
  const { image, containerCommand, containerPort, runAsUser } = deployImage;
  const values = { image, containerCommand, containerPort, runAsUser };
  return (Object.keys(values) as (keyof DeployImage)[]).flatMap((option) => {
    const value = values[option];
    return value === undefined ? [] : [[option, String(value)] as const];
  });
}

/** Reports entries for unknown resources, duplicate entries and invalid options. */
export function deployImageEntryProblems(project: Project, entries: Entries, at: PositionOf): readonly Diagnostic[] {
  const { domain, resources } = project;
  const seen = new Set<string>();
  return (entries?.resources ?? []).flatMap((entry, index) => {
    const path = ['plugins', deployImagePlugin, 'resources', index] as const;
    const resource = resources.find((each) => isAbout(entry, each, domain));
    const reason = entryRefusal(resource, seen);
    if (resource !== undefined) seen.add(resourceKey(resource));
    if (reason !== undefined) return [diagnostic('invalid-project', { key: path.join('.'), reason }, at(...path))];
    return textsOf(entry.options as DeployImage).flatMap(([option, text]) => {
      const place = [...path, 'options', option];
      const problem = checkName(option, place.join('.'), text);
      return problem === undefined ? [] : [{ ...problem, position: at(...place) }];
    });
  });
}

function entryRefusal(resource: ProjectResource | undefined, seen: ReadonlySet<string>): string | undefined {
  if (resource === undefined) return 'does not match any resource in PROJECT';
  if (seen.has(resourceKey(resource))) return 'repeats another entry for the same resource';
  const { api, controllers } = resource;
  if (api?.namespaced !== true) return 'is for a resource without types in this project, or for a cluster-scoped one';
  return controllers.length === 0 ? 'is for a resource without a controller' : undefined;
}

function isAbout(entry: { [K in keyof Name]?: Name[K] | undefined }, resource: Name, domain: string): boolean {
  return (
    (entry.group ?? '') === (resource.group ?? '') &&
    (entry.domain ?? domain) === resource.domain &&
    entry.version === resource.version &&
    entry.kind === resource.kind
  );
}

/** Writes the image options of a resource's controller into the entry of the resource. */
export function setDeployImage(document: Document, resource: ProjectResource, domain: string): void {
  const { deployImage } = resource;
  if (deployImage === undefined) return removeDeployImage(document, resource, domain);
  const entry = entriesIn(document).find((each) => isAbout(each.toJSON() as Name, resource, domain));
  const { image, containerCommand, containerPort, runAsUser } = deployImage;
  setMap(document, entry ?? addEntry(document, resource, domain), 'options', {
    containerCommand,
    containerPort,
    image,
    runAsUser,
  });
}

function addEntry(document: Document, { group, domain, version, kind }: Name, ofProject: string): YAMLMap {
  if (!isSeq(document.getIn(listPath))) setMap(document, pluginsIn(document), deployImagePlugin, { resources: [] });
  const entry = document.createNode({}) as YAMLMap;
  entry.flow = false;
  document.addIn(listPath, entry);
  // The project's own domain is implied, and can change.
  setKeys(document, entry, { domain: domain === ofProject ? undefined : domain, group, kind, version });
  return entry;
}

/** Removes the entry of a resource, and every collection that becomes empty. */
export function removeDeployImage(document: Document, resource: Name, domain: string): void {
  const index = entriesIn(document).findIndex((each) => isAbout(each.toJSON() as Name, resource, domain));
  if (index >= 0) removeIn(document, [...listPath, index]);
}

const listPath = ['plugins', deployImagePlugin, 'resources'];

function entriesIn(document: Document): readonly YAMLMap[] {
  const list = document.getIn(listPath);
  return isSeq(list) ? list.items.filter((each) => isMap(each)) : [];
}
