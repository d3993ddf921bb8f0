import { codeHeader } from '../project/license.js';
import type { Project, ProjectResource } from '../project/project.js';
import type { TemplateContexts } from './contexts.js';
import type { DesiredFile } from './plan.js';
import { renderTemplates, templatePaths } from './render.js';
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
}

/** Every file that is scaffolded for what PROJECT says, by path: a function of PROJECT alone. */
export function layoutOf(project: Project, options: LayoutOptions = {}): ReadonlyMap<string, LayoutFile> {
  return new Map(layoutFiles(project, options).map((file) => [file.path, file]));
}

/** Paths that several kinds would have a file at, and what these kinds are. */
export function sharedPaths(
  project: Project,
): readonly { readonly path: string; readonly kinds: readonly [string, ...string[]] }[] {
  const sets = Object.keys(templateSets) as (keyof TemplateContexts)[];
  const files = sets.flatMap((set) =>
    placesOf(set, { project, packages: noPackages, knownAs: (resource) => resource }),
  );
  return [...new Set(files.map(({ path }) => path))].flatMap((path) => {
    const [first, ...others] = files.filter((each) => each.path === path).map(({ scope }) => scope.replace(/^\//, ''));
    return first === undefined || others.length === 0 ? [] : [{ path, kinds: [first, ...others] }];
  });
}

function layoutFiles(project: Project, options: LayoutOptions): readonly LayoutFile[] {
  const { packages = noPackages, knownAs = (resource) => resource } = options;
  const sets = Object.keys(templateSets) as (keyof TemplateContexts)[];
  return sets.flatMap((set) => filesOf(set, { project, packages, knownAs }));
}

const noPackages: Packages = { operatorGen: '', runtime: '', vendored: false };

function filesOf<S extends keyof TemplateContexts>(set: S, rendered: Rendered): readonly LayoutFile[] {
  const header = codeHeader(rendered.project.license);
  return templateSets[set](rendered).flatMap(({ scope, context }) =>
    renderTemplates(set, context).map(({ template, ...file }) => ({
      ...file,
      content: file.path.endsWith('.ts') ? header + file.content : file.content,
      id: `${set}/${template} ${scope}`,
    })),
  );
}

function placesOf<S extends keyof TemplateContexts>(
  set: S,
  rendered: Rendered,
): readonly { readonly scope: string; readonly path: string }[] {
  return templateSets[set](rendered).flatMap(({ scope, context }) =>
    templatePaths(set, context).map(({ path }) => ({ scope, path })),
  );
}
