import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Handlebars from 'handlebars';
import { stringify } from 'yaml';
import { yamlOptions } from '../emit/yaml.js';
import { withArticle } from './article.js';
import type { TemplateContexts } from './contexts.js';
import { templatePaths, templatesFolder } from './template-files.js';

/** One file of a set of templates. */
export interface Template {
  /** Relative to the folder of the set. */
  readonly path: string;
  /** Returns the text of the file for a context; a file that is not a template is the same for every context. */
  readonly render: (context: object) => string;
}

/** The sets of templates in the output of `npm run build`: a text, or the output of Handlebars. */
type CompiledTemplates = Readonly<Record<string, Readonly<Record<string, string | TemplateSpecification>>>>;

// Beside the bundle; code that runs as it was written has none, and compiles the templates itself.
const compiledFile = fileURLToPath(new URL('templates.cjs', import.meta.url));
const require = createRequire(import.meta.url);

/** Strict, so that a name missing from the context throws. Nothing is escaped, because the output is not HTML. */
const options = {
  ...{ noEscape: true, strict: true, knownHelpersOnly: true },
  knownHelpers: { article: true, yaml: true, fits: true },
};

const known = new Map<keyof TemplateContexts, readonly Template[]>();
let source: ((set: string) => readonly Template[]) | undefined;

/** Returns the files of a set, by path. */
export function templatesOf(set: keyof TemplateContexts): readonly Template[] {
  source ??= existsSync(compiledFile) ? compiledTemplates() : writtenTemplates();
  const templates = known.get(set) ?? source(set);
  known.set(set, templates);
  return templates;
}

/**
 * Loads precompiled templates. Compiling them takes longer than everything else that is done with them: 90 ms of
 * processor time, and 10 without.
 */
function compiledTemplates(): (set: string) => readonly Template[] {
  const engine = withHelpers(require('handlebars/dist/handlebars.runtime.min.js') as typeof Handlebars);
  const compiled = require(compiledFile) as CompiledTemplates;
  return (set) =>
    Object.entries(compiled[set] ?? {}).map(([path, template]) => ({
      path,
      render: typeof template === 'string' ? () => template : engine.template(template),
    }));
}

function writtenTemplates(): (set: string) => readonly Template[] {
  const engine = withHelpers(loadHandlebars());
  return (set) =>
    textsOf(set).map(([path, text]) => ({
      path,
      render: isTemplate(path) ? engine.compile(text, options) : () => text,
    }));
}

/** Returns all sets as a CommonJS module, to be written next to the built code. */
export function compileTemplates(): string {
  const handlebars = loadHandlebars();
  const sets = readdirSync(templatesFolder).toSorted();
  const lines = sets.flatMap((set) => [
    `${JSON.stringify(set)}: {`,
    ...textsOf(set).map(([path, text]) => {
      // The declared type applies when the module is read again; here it is code.
      const template = isTemplate(path) ? (handlebars.precompile(text, options) as string) : JSON.stringify(text);
      return `${JSON.stringify(path)}: ${template},`;
    }),
    '},',
  ]);
  return ['module.exports = {', ...lines, '};', ''].join('\n');
}

/** Loads Handlebars from its single-file build: its thirty modules take 38 ms to import, and this file 6. */
function loadHandlebars(): typeof Handlebars {
  return require('handlebars/dist/handlebars.min.js') as typeof Handlebars;
}

function withHelpers(handlebars: typeof Handlebars): typeof Handlebars {
  const engine = handlebars.create();
  engine.registerHelper('article', articleText);
  engine.registerHelper('yaml', yamlText);
  engine.registerHelper('fits', fitting);
  return engine;
}

/** `{{article kind}}`: a name behind its indefinite article. */
function articleText(name: unknown): string {
  if (typeof name !== 'string') throw new TypeError('{{article}} requires a text of its context');
  return withArticle(name);
}

/** `{{yaml name}}`: a text that YAML reads as that text, quoted where it would be something else (`null`, `on`, `123`). */
function yamlText(value: unknown): string {
  // Strict mode does not cover the arguments of a helper.
  if (typeof value !== 'string') throw new TypeError('{{yaml}} requires a text of its context');
  return stringify(value, { ...yamlOptions, blockQuote: false }).trimEnd();
}

/** The line length in templates/init/_prettierrc.json. */
const lineLength = 120;

/**
 * Implements `{{#fits}}` one line `{{else}}` the same on several lines `{{/fits}}`: breaks lines as the formatter does
 * for a long name.
 */
function fitting(this: unknown, { fn, inverse }: Handlebars.HelperOptions): string {
  const line = fn(this);
  return line.trimEnd().length <= lineLength ? line : inverse(this);
}

const isTemplate = (path: string): boolean => path.endsWith('.hbs');

function textsOf(set: string): readonly (readonly [string, string])[] {
  return templatePaths(set).map((path) => [path, readFileSync(posix.join(templatesFolder, set, path), 'utf8')]);
}
