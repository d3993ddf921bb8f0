import { extensionPoint } from '../../base/extensions/extension-point.js';
import type { Project, ProjectResource } from '../project.js';
import type { WebhookNameParts } from '../webhook-name.js';
import type { InitContext } from './contexts.js';
import type { RenderedSet } from './render.js';

/** One rendering of a set of templates. */
export interface Instance<C> {
  /** The subject of the files, e.g. a kind in a version: the same before and after a change that keeps the files. */
  readonly scope: string;
  readonly context: C;
}

/** The dependencies in package.json: versions, or `file:` paths into the folder `vendor`. */
export type Packages = InitContext['packages'] & { readonly runtime: string };

/** The input for rendering a project, and the names by which its files are identified. */
export interface Rendered {
  readonly project: Project;
  readonly packages: Packages;
  /** Returns the names by which a resource is identified; after renaming, they are the previous ones. */
  readonly knownAs: (resource: ProjectResource) => ProjectResource;
  /**
   * Reports whether a webhook of a resource, under its identifying names, keeps the name that earlier versions of the
   * tool gave it.
   */
  readonly keepsName: (resource: ProjectResource, verb: WebhookNameParts['verb']) => boolean;
}

/** A set of templates: a folder of `templates/`, and the contexts with which it is rendered in a project. */
export interface TemplateSet extends RenderedSet {
  readonly instances: (rendered: Rendered) => readonly Instance<object>[];
}

/** The sets of templates of features. */
export const moreTemplateSets = extensionPoint<TemplateSet>();
