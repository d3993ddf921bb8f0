import { builtInResource } from '../../scaffold/change/kinds/built-in.js';
import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { defined } from '../../base/model/defined.js';
import { irregularPlural } from '../../project/plural.js';
import { checkName } from '../../project/naming.js';
import { isWebhookPath } from '../../base/values/labels.js';
import { apiGroupOf, isSame, isSameKind, type ControllerEntry, type ProjectResource } from '../../project/project.js';
import { externalFolder, type Wanted } from '../import/from-crd/resources.js';
import type { Selected } from '../import/from-crd/select.js';
import { definitionFor } from './listed-kind.js';
import type { Adoptable } from './adoptable.js';
import { webhooksOfEntry, type GoProject, type GoResource } from './project/go-project.js';
import { imageFor } from './project/images.js';
import { left } from './left.js';

/** The resources of the new project. */
export interface Adopted {
  /** All of them, in the order of PROJECT. */
  readonly resources: readonly ProjectResource[];
  /** Those with CRDs, from which their types are generated. */
  readonly wanted: readonly Wanted[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Settings that determine the resources. */
export interface ResourceSettings {
  readonly domain: string;
  readonly typesOnly: boolean;
}

/** Returns the resources that PROJECT of a Go project lists, and those of CRDs that it does not list. */
export async function adoptedResources(
  project: GoProject | undefined,
  { selected, refused, diagnostics: problems }: Adoptable,
  settings: ResourceSettings,
): Promise<Adopted> {
  const incomplete = project?.incomplete ?? [];
  const diagnostics = [
    ...problems,
    ...incomplete.map(({ lacks, position }): Diagnostic => diagnostic('go-project-entry', { lacks }, position)),
  ];
  const resources: ProjectResource[] = [];
  const wanted: Wanted[] = [];
  const known = new Set<string>();
  for (const entry of project?.resources ?? []) {
    if (definitionFor(entry, project!.resources, refused) !== undefined) continue;
    const invalid = nameProblems(entry);
    diagnostics.push(...invalid);
    if (invalid.length > 0) continue;
    const found = definitionOf(selected, entry, project!.resources);
    const names = namesFor(entry, found?.crd.group, settings, diagnostics);
    const resource = `${names.kind} of ${apiGroupOf(names)}/${names.version}`;
    if (known.has(resource)) {
      diagnostics.push(diagnostic('duplicate-resource', { resource }, entry.position));
      continue;
    }
    known.add(resource);
    if (found !== undefined) {
      const types = entry.from === 'own' ? typed(found.crd) : external(names, found.crd.names.plural);
      const code = await codeOf(entry, settings);
      const hasOne = entry.from === 'own' && code.controllers.length > 0;
      const image = imageFor(hasOne ? project!.images : [], names, found.version, entry.position);
      diagnostics.push(...image.problems);
      const adopted = { ...names, ...types, ...code, ...image.fields };
      resources.push(adopted);
      wanted.push({ ...found, resource: adopted });
    } else if (entry.from === 'own' && entry.hasTypes) {
      const apiVersion = `${apiGroupOf(names)}/${entry.version}`;
      diagnostics.push(diagnostic('kind-without-crd', { kind: entry.kind, apiVersion }, entry.position));
    } else {
      const other = await withoutTypes(entry, settings);
      if ('code' in other) diagnostics.push(other);
      else if (!settings.typesOnly) resources.push(other);
    }
  }
  for (const { crd, versions } of selected) {
    for (const version of versions) {
      const resource = { ...resourceOf(crd, version.name, resources, settings), controllers: [] };
      if (resources.some((each) => isSame(each, resource))) continue;
      resources.push(resource);
      wanted.push({ crd, version, resource });
    }
  }
  return { resources, wanted, diagnostics };
}

type Names = Pick<ProjectResource, 'group' | 'domain' | 'version' | 'kind'>;

function namesOf({ group, domain, version, kind }: GoResource): Names {
  return { ...defined({ group: group === '' ? undefined : group }), domain, version, kind };
}

/** Returns the names of an entry, with the group of its CRD if PROJECT lists a different one. */
function namesFor(
  entry: GoResource,
  group: string | undefined,
  { domain }: ResourceSettings,
  diagnostics: Diagnostic[],
): Names {
  const { kind, version, position } = entry;
  const listed = apiGroupOf(namesOf(entry));
  if (group === undefined || group === listed) {
    // kubebuilder treats an entry without a domain as one in this group; here, it would get the domain of the project.
    return entry.domain === '' && entry.from === 'own'
      ? { ...groupAndDomain(listed, domain), version, kind }
      : namesOf(entry);
  }
  diagnostics.push(diagnostic('go-project-group', { kind, listed, group }, position));
  return { ...groupAndDomain(group, domain), version, kind };
}

/** Reports invalid names and paths, which generated code would contain. */
function nameProblems({
  group,
  domain,
  version,
  kind,
  controllers,
  webhooks,
  positionOf,
}: GoResource): readonly Diagnostic[] {
  const { spoke = [], defaultingPath, validationPath } = webhooks === undefined ? {} : webhooksOfEntry(webhooks);
  const paths = Object.entries({ defaultingPath, validationPath });
  const problems = [
    [group === '' ? undefined : checkName('group', 'group', group), ['group']],
    [domain === '' ? undefined : checkName('domain', 'domain', domain), ['domain']],
    [checkName('version', 'version', version), ['version']],
    [checkName('className', 'kind', kind), ['kind']],
    ...controllers.map((name) => [checkName('controllerName', 'controllers.name', name), ['controllers']] as const),
    ...spoke.map((name) => [checkName('version', 'webhooks.spoke', name), ['webhooks', 'spoke']] as const),
    ...paths.map(
      ([key, path]) =>
        [
          path === undefined || isWebhookPath(path)
            ? undefined
            : diagnostic('invalid-webhook-path', { flag: `webhooks.${key}`, path }),
          ['webhooks', key],
        ] as const,
    ),
  ] as const;
  return problems.flatMap(([problem, path]) =>
    problem === undefined ? [] : [{ ...problem, position: positionOf(...path) }],
  );
}

function definitionOf(selected: readonly Selected[], entry: GoResource, entries: readonly GoResource[]) {
  const crds = selected.map(({ crd }) => crd);
  const crd = definitionFor(entry, entries, crds);
  const found = selected.find((each) => each.crd === crd);
  const version = found?.versions.find(({ name }) => name === entry.version);
  return found === undefined || version === undefined ? undefined : { crd: found.crd, version };
}

function typed({ names: { kind, plural }, scope }: Selected['crd']) {
  return { ...irregularPlural({ kind, plural }), api: { crdVersion: 'v1', namespaced: scope !== 'Cluster' } };
}

/** Returns the fields of an entry for an external kind. Its types are in this project, because Go has no npm packages. */
function external(names: Names, plural: string | undefined): Pick<ProjectResource, 'plural' | 'origin'> {
  const { kind, version } = names;
  const path = `./${externalFolder(apiGroupOf(names), version)}/${kind.toLowerCase()}.types.ts`;
  return { ...irregularPlural({ kind, plural }), origin: { from: 'external', path } };
}

/** Returns the controllers and webhooks of an entry. */
async function codeOf(
  { kind, controllers, webhooks }: GoResource,
  { typesOnly }: ResourceSettings,
): Promise<Pick<ProjectResource, 'controllers' | 'webhooks'>> {
  if (typesOnly) return { controllers: [] };
  const entries = [...new Set(controllers)].map((name): ControllerEntry =>
    name === kind.toLowerCase() ? {} : { name },
  );
  return { controllers: entries, ...(webhooks && { webhooks: webhooksOfEntry(webhooks) }) };
}

/** Returns a resource whose types are not declared in the project. */
async function withoutTypes(entry: GoResource, settings: ResourceSettings): Promise<ProjectResource | Diagnostic> {
  const { kind, version, group, position } = entry;
  const code = await codeOf(entry, settings);
  const builtIn = await builtInResource(apiGroupOf(namesOf(entry)) || 'core', version, kind);
  if (builtIn !== undefined) return { ...builtIn, ...code };
  const what = `the types of ${kind} of ${apiGroupOf(namesOf(entry))}/${version}, which are in ${entry.path || 'another package'}`;
  if (entry.from === 'core') return left(what, 'the runtime has no such kind of Kubernetes', position);
  if (group === '' && entry.domain === '') return left(what, 'it has no group', position);
  return { ...namesOf(entry), ...external(namesOf(entry), entry.plural || undefined), ...code };
}

/** Returns the entry for a CRD that PROJECT does not list, with the group of another version of its kind. */
function resourceOf(
  crd: Selected['crd'],
  version: string,
  resources: readonly ProjectResource[],
  { domain }: ResourceSettings,
): Omit<ProjectResource, 'controllers'> {
  const { kind } = crd.names;
  const names = { ...groupAndDomain(crd.group, domain), version, kind };
  const known = resources.find((each) => isSameKind(each, { ...names, controllers: [] }));
  return { ...names, ...(known && { ...defined({ group: known.group }), domain: known.domain }), ...typed(crd) };
}

/** Splits an API group: at the domain of the project, or after its first part. */
function groupAndDomain(apiGroup: string, domain: string): Pick<ProjectResource, 'group' | 'domain'> {
  if (apiGroup === domain) return { domain };
  if (apiGroup.endsWith(`.${domain}`)) return { group: apiGroup.slice(0, -domain.length - 1), domain };
  const dot = apiGroup.indexOf('.');
  return dot < 0 ? { group: apiGroup, domain: '' } : { group: apiGroup.slice(0, dot), domain: apiGroup.slice(dot + 1) };
}
