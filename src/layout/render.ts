import type { TemplateContexts } from './contexts.js';
import type { DesiredFile, Ownership } from './desired-file.js';
import { targetPath } from './target-path.js';
import { templatesOf, type TemplateSource } from './templates.js';

/** Files that a folder can already contain before it becomes a project. They are kept unchanged. */
const kept = new Set(['README.md', 'LICENSE', '.gitignore', '.gitattributes']);

/** A file, and the template of its set that it was rendered from. */
export interface RenderedFile extends DesiredFile {
  readonly template: string;
}

/** Renders a set of templates into files. Only `*.hbs` are rendered; all other files are copied unchanged. */
export function renderTemplates<S extends keyof TemplateContexts>(
  set: S,
  context: TemplateContexts[S],
  templates: TemplateSource = templatesOf,
): readonly RenderedFile[] {
  return templates(set).map(({ path, render }) => {
    const target = targetPath(path, context);
    // A project can have a chart already, before its templates are generated.
    const ownership: Ownership = kept.has(target) || set === 'helm' ? 'kept' : 'scaffolded';
    return { template: path, path: target, content: render(context), ownership };
  });
}
