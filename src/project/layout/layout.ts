import type { Project, ProjectResource } from '../project.js';
import type { DesiredFile } from './desired-file.js';
import { renderTemplates } from './render.js';
import type { TemplateSource } from './templates.js';
import { codeHeader } from '../license.js';
import type { Packages, Rendered, TemplateSet } from './template-set.js';
import { templateSets } from './template-sets.js';

/** A scaffolded file of a project as first written, before any edits. */
export interface LayoutFile extends DesiredFile {
  /** The template and its subject, which a file keeps when it moves. */
  readonly id: string;
}

export interface LayoutOptions {
  /** Required only for a new project: later commands do not change them. */
  readonly packages?: Packages;
  /** After renaming: returns the resource with its previous names, by which its files are identified. */
  readonly knownAs?: (resource: ProjectResource) => ProjectResource;
  /** Reports which webhooks keep the names that earlier versions of the tool gave them. */
  readonly keepsName?: Rendered['keepsName'];
  /** Returns the index of the manager's container for a patch whose template assumes 0; `content` is that of the template. */
  readonly managerIndex?: (path: string, content: string) => number;
  /** The templates; by default those of this package. */
  readonly templates?: TemplateSource | undefined;
  /** After an upgrade: returns the path by which a template is identified, with its set. */
  readonly templateKnownAs?: (path: string) => string;
}

/** Scaffolded files by path. */
export type Layout = ReadonlyMap<string, LayoutFile>;

/**
 * Returns every file that is scaffolded for a project. The result depends only on PROJECT, on the names that old
 * webhooks keep, and on the index of the manager's container.
 */
export function layoutFiles(project: Project, options: LayoutOptions = {}): readonly LayoutFile[] {
  const { packages = noPackages, knownAs = (resource) => resource, keepsName = () => false } = options;
  return templateSets().flatMap((set) => filesOfSet(set, { project, packages, knownAs, keepsName }, options));
}

/** Returns the scaffolded files by path. */
export function layoutOf(project: Project, options: LayoutOptions = {}): Layout {
  return byPath(layoutFiles(project, options));
}

export function byPath(files: readonly LayoutFile[]): Layout {
  return new Map(files.map((file) => [file.path, file]));
}

/** A path that files of several kinds would share. */
export interface SharedPath {
  readonly path: string;
  /** The kinds, in readable form. */
  readonly kinds: readonly string[];
}

/** Returns the paths that more than one file would have, including paths that differ only in case. */
export function sharedPaths(files: readonly LayoutFile[]): readonly SharedPath[] {
  const kinds = new Map<string, string[]>();
  for (const { path, id } of files) {
    const folded = path.toLowerCase();
    kinds.set(folded, [...(kinds.get(folded) ?? []), kindOf(id)]);
  }
  return [...kinds].filter(([, of]) => of.length > 1).map(([path, of]) => ({ path, kinds: of }));
}

/** Returns the subject of a file: `my.domain/v1/WebServer`, without the rest of its ID. */
export function scopeOf(id: string): string {
  return id.slice(id.indexOf(' ') + 1).split('#', 1)[0]!;
}

/** Returns `WebServer of my.domain/v1` for a file with the scope `my.domain/v1/WebServer#backup`. */
function kindOf(id: string): string {
  const scope = scopeOf(id);
  const at = scope.lastIndexOf('/');
  const apiVersion = scope.slice(0, Math.max(at, 0)).replace(/^\//, '');
  return `${scope.slice(at + 1)}${apiVersion === '' ? '' : ` of ${apiVersion}`}`;
}

const noPackages: Packages = { operatorGen: '', runtime: '', vendored: false };

function filesOfSet(
  set: TemplateSet,
  rendered: Rendered,
  { templates, templateKnownAs = (path) => path, managerIndex }: LayoutOptions,
): readonly LayoutFile[] {
  const header = codeHeader(rendered.project.license);
  return set.instances(rendered).flatMap(({ scope, context }) =>
    renderTemplates(set, context, templates).map(({ template, ...file }) => ({
      ...file,
      content: file.path.endsWith('.ts') ? header + file.content : ofContainer(file, managerIndex),
      id: `${templateKnownAs(`${set.name}/${template}`)} ${scope}`,
    })),
  );
}

/** The path of the manager's container in JSON patches of templates, including those of earlier releases. */
const scaffoldedContainer = '/spec/template/spec/containers/0/';

/** Returns the content of a file, with the index of the manager's container in its JSON patches. */
function ofContainer(
  { path, content }: Pick<DesiredFile, 'path' | 'content'>,
  managerIndex: LayoutOptions['managerIndex'],
): string {
  if (managerIndex === undefined || !content.includes(scaffoldedContainer)) return content;
  const index = managerIndex(path, content);
  return content.replaceAll(scaffoldedContainer, scaffoldedContainer.replace('0', String(index)));
}
