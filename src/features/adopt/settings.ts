import { posix } from 'node:path';
import { textAt } from '../../base/model/json-at.js';
import type { LayoutFile, Layout } from '../../project/layout/layout.js';
import { toolVersion } from '../../base/io/tool.js';
import { checkName, nameRules } from '../../project/naming.js';
import { kustomizationIn, kustomizations } from '../../project/paths.js';
import { finishEdit, newProjectText, putResource, startEdit } from '../../project/project-edit.js';
import { parseProject } from '../../project/project-file.js';
import { putSettings } from '../../project/project-settings.js';
import { apiGroupOf, type Project, type ProjectResource } from '../../project/project.js';
import type { Definition } from './definitions.js';
import type { AdoptOptions } from './flags.js';
import { type GoProject } from './project/go-project.js';
import { refuseAll } from '../../base/diagnostics/diagnostic.js';
import { definitionFor } from './listed-kind.js';
import { isLimited } from './code/permissions.js';
import { objectsOf } from '../../base/text/yaml-objects.js';
import type { Source } from './source.js';

/** Settings of the new project. */
export interface Settings {
  readonly domain: string;
  readonly projectName: string;
  readonly multigroup: boolean;
  readonly namespaced: boolean;
  /** The CRDs of its own kinds. */
  readonly own: readonly Definition[];
}

/**
 * Returns the settings of the new project: those of the flags, of PROJECT, or of what the folder has.
 * @throws DiagnosticsError if a name is not valid
 */
export function settingsOf(
  source: Source,
  project: GoProject | undefined,
  definitions: readonly Definition[],
  options: AdoptOptions,
): Settings {
  const own = ownDefinitions(project, definitions);
  const groups = new Set(own.filter((each) => !isExternal(project, each)).map(({ crd }) => crd.group));
  const domain = options.domain ?? (project?.domain || domainOf([...groups]));
  const projectName = options.projectName ?? (project?.projectName || nameOf(source));
  const at = (isGiven: boolean) => (isGiven ? undefined : project?.position);
  const problems = [
    placed(checkName('domain', '--domain', domain), at(options.domain !== undefined)),
    placed(checkName('projectName', '--project-name', projectName), at(options.projectName !== undefined)),
  ];
  refuseAll(problems);
  return {
    domain,
    projectName,
    multigroup: project?.multigroup === true || groups.size > 1,
    namespaced: project?.namespaced === true || isLimited(source),
    own,
  };
}

function placed<D extends object>(problem: D | undefined, position: object | undefined): D | undefined {
  return problem && { ...problem, ...(position && { position }) };
}

/** Returns the CRDs of the project's own kinds: those that PROJECT lists and those in config/crd, or else all. */
function ownDefinitions(project: GoProject | undefined, definitions: readonly Definition[]): readonly Definition[] {
  const inConfig = definitions.filter(({ isOwn }) => isOwn);
  if (project === undefined) return inConfig.length > 0 ? inConfig : definitions;
  const entries = project.resources;
  const crds = definitions.map(({ crd }) => crd);
  const listed = entries.filter(({ from, hasTypes }) => from === 'external' || hasTypes);
  const wanted = new Set(listed.map((each) => definitionFor(each, entries, crds)));
  return definitions.filter(({ crd, isOwn }) => isOwn || wanted.has(crd));
}

/** Reports whether PROJECT lists the kind of a CRD as an external one. */
export function isExternal(project: GoProject | undefined, { crd }: Definition): boolean {
  return (project?.resources ?? []).some(
    (each) => each.from === 'external' && each.kind === crd.names.kind && apiGroupOf({ ...each }) === crd.group,
  );
}

/** Returns the domain of API groups: the rest of the shortest one after its first part, if it still contains a dot. */
function domainOf(groups: readonly string[]): string {
  const shortest = groups.toSorted((one, other) => one.split('.').length - other.split('.').length)[0] ?? 'my.domain';
  const rest = shortest.slice(shortest.indexOf('.') + 1);
  return rest.includes('.') ? rest : shortest;
}

/** Returns the name in config/default or in its equivalent, or else that of the folder. */
function nameOf(source: Source): string {
  const folder = source.composed?.isWhole ? source.composed.folders[0]! : posix.dirname(kustomizations.default);
  const path = kustomizationIn(folder, (each) => source.paths.includes(each));
  const text = path === undefined ? undefined : source.read(path);
  const [kustomization = {}] = objectsOf(text);
  const found =
    textAt(kustomization, 'namePrefix').replace(/-$/, '') || textAt(kustomization, 'namespace').replace(/-system$/, '');
  return found || nameRules.projectName.mend(posix.basename(source.folder)) || 'operator';
}

/** Returns PROJECT of the new project. */
export function projectText(
  { domain, projectName, multigroup, namespaced }: Settings,
  resources: readonly ProjectResource[],
): { readonly text: string; readonly project: Project } {
  const edit = startEdit(parseProject(newProjectText({ domain, projectName }, toolVersion())));
  putSettings(edit, { multigroup, namespaced });
  for (const each of resources) putResource(edit, each);
  const { text } = finishEdit(edit);
  return { text, project: parseProject(text).project };
}

/** Returns scaffolded files with changed contents, and files that have no template. */
export function withContents(
  layout: Layout,
  changed: ReadonlyMap<string, string | ((scaffolded: string) => string)>,
): readonly LayoutFile[] {
  const left = new Map(changed);
  const replaced = [...layout.values()].map((file) => {
    const text = left.get(file.path);
    left.delete(file.path);
    if (text === undefined) return file;
    return { ...file, content: typeof text === 'string' ? text : text(file.content) };
  });
  const added = [...left].flatMap(([path, text]): readonly LayoutFile[] =>
    typeof text === 'string' ? [{ path, content: text, ownership: 'scaffolded', id: `imported ${path}` }] : [],
  );
  return [...replaced, ...added];
}
