import * as v from 'valibot';
import { isMap, isSeq, type Document, type YAMLMap } from 'yaml';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { checkName } from './naming.js';
import { insertSorted, setKeys, setMap } from './project-entry.js';
import { deployImagePlugin, type DeployImage, type Project, type ProjectResource } from './project.js';
import type { PositionOf } from './yaml-position.js';

// The keys are kubebuilder's: https://book.kubebuilder.io/plugins/available/deploy-image-plugin-v1-alpha
const optionsShape = v.strictObject({
  image: v.string(),
  containerCommand: v.optional(v.string()),
  containerPort: v.optional(v.number()),
  runAsUser: v.optional(v.number()),
});

/** What PROJECT has under `plugins` for the images that controllers run. */
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

/** What the entry of a resource says, where it has one. */
export function deployImageOf(resource: Name, domain: string, entries: Entries): DeployImage | undefined {
  const entry = entries?.resources.find((each) => isAbout(each, resource, domain));
  return entry?.options as DeployImage | undefined;
}

/** What is wrong with options of an image: each problem, and the option that has it. */
export function deployImageProblems(
  { image, containerCommand, containerPort, runAsUser }: DeployImage,
  nameOf: (option: keyof DeployImage) => string,
): readonly (readonly [keyof DeployImage, Diagnostic])[] {
  const values = {
    image,
    containerCommand,
    containerPort: containerPort?.toString(),
    runAsUser: runAsUser?.toString(),
  };
  return (Object.keys(values) as (keyof DeployImage)[]).flatMap((option) => {
    const value = values[option];
    const problem = value === undefined ? undefined : checkName(option, nameOf(option), value);
    return problem === undefined ? [] : [[option, problem] as const];
  });
}

/** Entries that are about nothing, that are there twice, or whose options cannot be used. */
export function deployImageEntryProblems(
  { domain, resources }: Project,
  entries: Entries,
  at: PositionOf,
): readonly Diagnostic[] {
  const key = (index: number, ...more: readonly string[]) =>
    ['plugins', deployImagePlugin, 'resources', index, ...more] as const;
  const all = entries?.resources ?? [];
  return all.flatMap((entry, index) => {
    const resource = resources.find((each) => isAbout(entry, each, domain));
    const isRepeated = all.findIndex((each) => resource !== undefined && isAbout(each, resource, domain)) < index;
    const reason =
      resource === undefined
        ? 'is about no resource that is listed'
        : isRepeated
          ? 'is about a resource that has such an entry already'
          : !canDeploy(resource)
            ? 'is about a resource that has no namespaced types, or no controller'
            : undefined;
    if (reason !== undefined)
      return [diagnostic('project-invalid', { key: key(index).join('.'), reason }, at(...key(index)))];
    const nameOf = (option: string) => key(index, 'options', option).join('.');
    return deployImageProblems(entry.options as DeployImage, nameOf).map(([option, problem]) => ({
      ...problem,
      position: at(...key(index, 'options', option)),
    }));
  });
}

function canDeploy({ api, controllers }: ProjectResource): boolean {
  return api?.namespaced === true && controllers.length > 0;
}

function isAbout(entry: { [K in keyof Name]?: Name[K] | undefined }, resource: Name, domain: string): boolean {
  return (
    (entry.group ?? '') === (resource.group ?? '') &&
    (entry.domain ?? domain) === resource.domain &&
    entry.version === resource.version &&
    entry.kind === resource.kind
  );
}

/** Makes the entry of a resource say what its controller runs. */
export function setDeployImage(document: Document, resource: ProjectResource, domain: string): void {
  const { deployImage } = resource;
  if (deployImage === undefined) return removeDeployImage(document, resource, domain);
  const entry = entriesIn(document).find((each) => isAbout(each.toJSON() as Name, resource, domain));
  const { image, containerCommand, containerPort, runAsUser } = deployImage;
  setMap(document, entry ?? addEntry(document, resource), 'options', {
    containerCommand,
    containerPort,
    image,
    runAsUser,
  });
}

function addEntry(document: Document, { group, domain, version, kind }: Name): YAMLMap {
  if (!isSeq(document.getIn(listPath))) {
    if (!isMap(document.get('plugins')) && isMap(document.contents)) {
      document.contents.delete('plugins');
      insertSorted(document, document.contents, 'plugins', {});
    }
    setMap(document, document.get('plugins') as YAMLMap, deployImagePlugin, { resources: [] });
  }
  const entry = document.createNode({}) as YAMLMap;
  entry.flow = false;
  document.addIn(listPath, entry);
  setKeys(document, entry, { domain: domain === '' ? undefined : domain, group, kind, version });
  return entry;
}

/** Takes the entry of a resource away, and what is empty without it. */
export function removeDeployImage(document: Document, resource: Name, domain: string): void {
  const index = entriesIn(document).findIndex((each) => isAbout(each.toJSON() as Name, resource, domain));
  if (index < 0) return;
  document.deleteIn([...listPath, index]);
  if (entriesIn(document).length > 0) return;
  document.deleteIn(listPath.slice(0, 2));
  const plugins = document.get('plugins');
  if (isMap(plugins) && plugins.items.length === 0) document.delete('plugins');
}

const listPath = ['plugins', deployImagePlugin, 'resources'];

function entriesIn(document: Document): readonly YAMLMap[] {
  const list = document.getIn(listPath);
  return isSeq(list) ? list.items.filter((each) => isMap(each)) : [];
}
