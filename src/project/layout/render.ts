import type { DesiredFile, Ownership } from './desired-file.js';
import { targetPath } from './target-path.js';
import { templatesOf, type TemplateSource } from './templates.js';

/** Files that a folder can already contain before it becomes a project. They are kept unchanged. */
const kept = new Set(['README.md', 'LICENSE', '.gitignore', '.gitattributes', '.github/dependabot.yml']);

/** A file, and the template of its set that it was rendered from. */
export interface RenderedFile extends DesiredFile {
  readonly template: string;
}

/** The properties of a set of templates that affect its rendering. */
export interface RenderedSet {
  /** The name of its folder in `templates/`. */
  readonly name: string;
  /** Whether its files can exist in a project before they are scaffolded, and are then kept. */
  readonly keepsPresent?: boolean;
}

/** Renders a set of templates into files. Only `*.hbs` are rendered; all other files are copied unchanged. */
export function renderTemplates(
  { name, keepsPresent = false }: RenderedSet,
  context: object,
  templates: TemplateSource = templatesOf,
): readonly RenderedFile[] {
  return templates(name).map(({ path, render }) => {
    const target = targetPath(path, context);
    const ownership: Ownership = kept.has(target) || keepsPresent ? 'kept' : 'scaffolded';
    return { template: path, path: target, content: render(context), ownership };
  });
}
