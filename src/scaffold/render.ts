import type { TemplateContexts } from './contexts.js';
import type { DesiredFile, Ownership } from './plan.js';
import { templatesOf } from './templates.js';

/** Files that a folder may have of its own before it becomes a project: they are kept as they are. */
const kept = new Set(['README.md', 'LICENSE', '.gitignore']);

/** A file, and which template of its set it is. */
export interface RenderedFile extends DesiredFile {
  readonly template: string;
}

/**
 * Renders a set of templates into files. Only `*.hbs` are rendered; everything else is copied as it is. In a path a leading
 * underscore stands for a dot, which npm would not pack, and `__name__` for a value of the context; a folder whose value is
 * empty is none.
 */
export function renderTemplates<S extends keyof TemplateContexts>(
  set: S,
  context: TemplateContexts[S],
): readonly RenderedFile[] {
  return templatesOf(set).map(({ path, render }) => {
    const target = targetPath(path, context);
    const ownership: Ownership = kept.has(target) ? 'kept' : 'scaffolded';
    return { template: path, path: target, content: render(context), ownership };
  });
}

/** The path in the project of a template's path. */
export function targetPath(path: string, context: object): string {
  return path
    .replace(/\.hbs$/, '')
    .split('/')
    .map((part) =>
      part.replace(/^_(?!_)/, '.').replaceAll(/__([a-zA-Z]+)__/g, (_, name: string) => valueOf(context, name)),
    )
    .map((part) => part.replace(/\/$/, ''))
    .filter((part) => part !== '')
    .join('/');
}

function valueOf(context: object, name: string): string {
  const value: unknown = Object.hasOwn(context, name) ? (context as Record<string, unknown>)[name] : undefined;
  if (typeof value !== 'string')
    throw new TypeError(`a template's path names ${name}, which is no text of its context`);
  return value;
}
