import type { TemplateContexts } from './contexts.js';
import type { DesiredFile, Ownership } from './desired-file.js';
import { targetPath } from './target-path.js';
import { templatesOf, type TemplateSource } from './templates.js';

/** Files that a folder can already contain before it becomes a project. They are kept unchanged. */
const kept = new Set(['README.md', 'LICENSE', '.gitignore', '.gitattributes', '.github/dependabot.yml']);

/** Sets of templates for charts: a project can have one already, before its templates are generated. */
const ofCharts = new Set<keyof TemplateContexts>(['helm', 'helm-crds']);

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
    const ownership: Ownership = kept.has(target) || ofCharts.has(set) ? 'kept' : 'scaffolded';
    return { template: path, path: target, content: render(context), ownership };
  });
}
