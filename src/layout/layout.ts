import type { Project, ProjectResource } from '../project/project.js';
import type { TemplateContexts } from './contexts.js';
import type { DesiredFile } from './desired-file.js';
import { renderTemplates } from './render.js';
import { codeHeader } from '../project/license.js';
import { templateSets, type Packages, type Rendered } from './template-sets.js';

/** A scaffolded file of a project as it was written, before anybody edited it. */
export interface LayoutFile extends DesiredFile {
  /** The template, and what it is about: a file that moves keeps it. */
  readonly id: string;
}

export interface LayoutOptions {
  /** Needed for a new project only: nothing that a later command does changes them. */
  readonly packages?: Packages;
  /** After a renaming: the resource as it was called before, by which its files are known. */
  readonly knownAs?: (resource: ProjectResource) => ProjectResource;
  /** Which webhooks have names of an earlier version of the tool, which they keep. */
  readonly keepsName?: Rendered['keepsName'];
}

/** Scaffolded files by path. */
export type Layout = ReadonlyMap<string, LayoutFile>;

/** Every file that is scaffolded for what PROJECT says: a function of PROJECT, and of the names that old webhooks keep. */
export function layoutFiles(project: Project, options: LayoutOptions = {}): readonly LayoutFile[] {
  const { packages = noPackages, knownAs = (resource) => resource, keepsName = () => false } = options;
  const sets = Object.keys(templateSets) as (keyof TemplateContexts)[];
  return sets.flatMap((set) => filesOfSet(set, { project, packages, knownAs, keepsName }));
}

/** The same by path. */
export function layoutOf(project: Project, options: LayoutOptions = {}): Layout {
  return byPath(layoutFiles(project, options));
}

export function byPath(files: readonly LayoutFile[]): Layout {
  return new Map(files.map((file) => [file.path, file]));
}

/** A path that several kinds would have a file at. */
export interface SharedPath {
  readonly path: string;
  /** The kinds, as people read them. */
  readonly kinds: readonly string[];
}

/** The paths that more than one file would have, where the case of letters makes no difference as well. */
export function sharedPaths(files: readonly LayoutFile[]): readonly SharedPath[] {
  const kinds = new Map<string, string[]>();
  for (const { path, id } of files) {
    const folded = path.toLowerCase();
    kinds.set(folded, [...(kinds.get(folded) ?? []), kindOf(id)]);
  }
  return [...kinds].filter(([, of]) => of.length > 1).map(([path, of]) => ({ path, kinds: of }));
}

/** What a file is about: `my.domain/v1/WebServer`, whatever else its id says. */
export function scopeOf(id: string): string {
  return id.slice(id.indexOf(' ') + 1).split('#', 1)[0]!;
}

/** `WebServer of my.domain/v1`, of the file with the scope `my.domain/v1/WebServer#backup`. */
function kindOf(id: string): string {
  const scope = scopeOf(id);
  const at = scope.lastIndexOf('/');
  const apiVersion = scope.slice(0, Math.max(at, 0)).replace(/^\//, '');
  return `${scope.slice(at + 1)}${apiVersion === '' ? '' : ` of ${apiVersion}`}`;
}

const noPackages: Packages = { operatorGen: '', runtime: '', vendored: false };

function filesOfSet<S extends keyof TemplateContexts>(set: S, rendered: Rendered): readonly LayoutFile[] {
  const header = codeHeader(rendered.project.license);
  return templateSets[set](rendered).flatMap(({ scope, context }) =>
    renderTemplates(set, context).map(({ template, ...file }) => ({
      ...file,
      content: file.path.endsWith('.ts') ? header + file.content : file.content,
      id: `${set}/${template} ${scope}`,
    })),
  );
}
