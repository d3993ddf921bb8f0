import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Handlebars from 'handlebars';
import { stringify } from 'yaml';
import { yamlOptions } from '../emit/yaml.js';
import type { TemplateContexts } from './contexts.js';
import type { DesiredFile, Ownership } from './plan.js';

const templates = fileURLToPath(new URL('../../templates', import.meta.url));

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
  const render = renderer();
  const folder = folderOf(set);
  return listFiles(folder).map((path) => {
    const text = readFileSync(posix.join(folder, path), 'utf8');
    const target = targetPath(path, context);
    const ownership: Ownership = kept.has(target) ? 'kept' : 'scaffolded';
    return { template: path, path: target, content: path.endsWith('.hbs') ? render(text, context) : text, ownership };
  });
}

function folderOf(set: keyof TemplateContexts): string {
  return posix.join(templates.replaceAll('\\', '/'), set);
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

/** As templates/init/_prettierrc.json has it. */
const lineLength = 120;

type Renderer = (text: string, context: object) => string;

let shared: Renderer | undefined;

function renderer(): Renderer {
  return (shared ??= newRenderer());
}

/** Strict: a name that is not in the context throws, and nothing is escaped, because nothing here is HTML. */
function newRenderer(): Renderer {
  // The package in one file: its thirty modules take 38 ms to import, and this 6.
  const handlebars = createRequire(import.meta.url)('handlebars/dist/handlebars.min.js') as typeof Handlebars;
  const engine = handlebars.create();
  engine.registerHelper('yaml', yamlText);
  engine.registerHelper('fits', fitting);
  const options = { noEscape: true, strict: true, knownHelpersOnly: true, knownHelpers: { yaml: true, fits: true } };
  // A command renders a project as it was and as it will be, and a set once for every kind.
  const compiled = new Map<string, Handlebars.TemplateDelegate>();
  return (text, context) => {
    const template = compiled.get(text) ?? engine.compile(text, options);
    compiled.set(text, template);
    return template(context);
  };
}

/** `{{yaml name}}`: a text that YAML reads as that text, quoted where it would be something else (`null`, `on`, `123`). */
function yamlText(value: unknown): string {
  // Strictness ends at the arguments of a helper.
  if (typeof value !== 'string') throw new TypeError('{{yaml}} is given something that is no text of its context');
  return stringify(value, { ...yamlOptions, blockQuote: false }).trimEnd();
}

/** `{{#fits}}` one line `{{else}}` the same in several `{{/fits}}`: as the formatter breaks it, where a name is long. */
function fitting(this: unknown, { fn, inverse }: Handlebars.HelperOptions): string {
  const line = fn(this);
  return line.trimEnd().length <= lineLength ? line : inverse(this);
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, posix.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
}
