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
  /** Relative to the set's folder. */
  readonly path: string;
  /** The text of the file for a context; one that is not a template is the same for all. */
  readonly render: (context: object) => string;
}

/** The sets of templates as `npm run build` leaves them: a text, or what Handlebars makes of one. */
type CompiledTemplates = Readonly<Record<string, Readonly<Record<string, string | TemplateSpecification>>>>;

// Beside the code that was built; code that runs as it was written has none, and compiles the templates itself.
const compiledFile = fileURLToPath(new URL('../templates.cjs', import.meta.url));
const require = createRequire(import.meta.url);

/** Strict: a name that is not in the context throws, and nothing is escaped, because nothing here is HTML. */
const options = {
  ...{ noEscape: true, strict: true, knownHelpersOnly: true },
  knownHelpers: { article: true, yaml: true, fits: true },
};

const known = new Map<keyof TemplateContexts, readonly Template[]>();
let source: ((set: string) => readonly Template[]) | undefined;

/** The files of a set, by path. */
export function templatesOf(set: keyof TemplateContexts): readonly Template[] {
  source ??= existsSync(compiledFile) ? compiledTemplates() : writtenTemplates();
  const templates = known.get(set) ?? source(set);
  known.set(set, templates);
  return templates;
}

/** To compile them takes longer than everything else that is done with them: 90 ms of processor time, and 10 without. */
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

/** All sets as a CommonJS module, which is to stand beside the code that was built. */
export function compileTemplates(): string {
  const handlebars = loadHandlebars();
  const sets = readdirSync(templatesFolder).toSorted();
  const lines = sets.flatMap((set) => [
    `${JSON.stringify(set)}: {`,
    ...textsOf(set).map(([path, text]) => {
      // It is typed as what it is when it is read again; here it is code.
      const template = isTemplate(path) ? (handlebars.precompile(text, options) as string) : JSON.stringify(text);
      return `${JSON.stringify(path)}: ${template},`;
    }),
    '},',
  ]);
  return ['module.exports = {', ...lines, '};', ''].join('\n');
}

/** The package in one file: its thirty modules take 38 ms to import, and this 6. */
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
  // Strictness ends at the arguments of a helper.
  if (typeof value !== 'string') throw new TypeError('{{yaml}} requires a text of its context');
  return stringify(value, { ...yamlOptions, blockQuote: false }).trimEnd();
}

/** As templates/init/_prettierrc.json has it. */
const lineLength = 120;

/** `{{#fits}}` one line `{{else}}` the same in several `{{/fits}}`: as the formatter breaks it, where a name is long. */
function fitting(this: unknown, { fn, inverse }: Handlebars.HelperOptions): string {
  const line = fn(this);
  return line.trimEnd().length <= lineLength ? line : inverse(this);
}

const isTemplate = (path: string): boolean => path.endsWith('.hbs');

function textsOf(set: string): readonly (readonly [string, string])[] {
  return templatePaths(set).map((path) => [path, readFileSync(posix.join(templatesFolder, set, path), 'utf8')]);
}
