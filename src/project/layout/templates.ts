import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Handlebars from 'handlebars';
import { stringify } from 'yaml';
import { perText } from '../../base/text/per-text.js';
import { yamlOptions } from '../../base/text/yaml.js';
import { importBeside, nameBeside } from '../class-name.js';
import type { TemplateTexts } from './releases.js';
import { templatePaths, templatesFolder } from './template-files.js';

/** One file of a set of templates. */
export interface Template {
  /** Relative to the folder of the set. */
  readonly path: string;
  /** Returns the text of the file for a context. A file that is not a template has the same text for every context. */
  readonly render: (context: object) => string;
}

/** Returns the templates of a set. */
export type TemplateSource = (set: string) => readonly Template[];

/** The sets of templates in the output of `npm run build`. Each template is a text, or the output of Handlebars. */
type CompiledTemplates = Readonly<Record<string, Readonly<Record<string, string | TemplateSpecification>>>>;

// Next to the bundle. Code that runs from its sources has no such file, and compiles the templates itself.
const compiledFile = fileURLToPath(new URL('templates.cjs', import.meta.url));
const require = createRequire(import.meta.url);

/** Strict, so that a name missing from the context throws. Nothing is escaped, because the output is not HTML. */
const options = {
  ...{ noEscape: true, strict: true, knownHelpersOnly: true },
  knownHelpers: { article: true, yaml: true, fits: true, beside: true, imported: true },
};

const known = new Map<string, readonly Template[]>();
let source: ((set: string) => readonly Template[]) | undefined;
let compiler: typeof Handlebars | undefined;

/** Returns the files of a set, by path. */
export function templatesOf(set: string): readonly Template[] {
  source ??= existsSync(compiledFile) ? compiledTemplates() : writtenTemplates();
  const templates = known.get(set) ?? source(set);
  known.set(set, templates);
  return templates;
}

/** Loads precompiled templates. A run that compiles them needs 90 ms of processor time for templates, instead of 10. */
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
  return (set) => textsOf(set).map(([path, text]) => written(path, text));
}

/** Returns a source of templates with these texts, such as the texts of an earlier release. */
export function templatesWith(texts: TemplateTexts): TemplateSource {
  const templates = new Map<string, readonly Template[]>();
  return (set) => {
    const paths = [...texts.keys()].filter((path) => path.startsWith(`${set}/`));
    const found = templates.get(set) ?? paths.map((path) => written(path.slice(set.length + 1), texts.get(path)!));
    templates.set(set, found);
    return found;
  };
}

function written(path: string, text: string): Template {
  return { path, render: isTemplate(path) ? renderOf(text) : () => text };
}

/** Compiles the text of a template once: releases have most of their templates in common, and `upgrade` renders some of them again. */
const renderOf = perText((text): Template['render'] => {
  compiler ??= withHelpers(loadHandlebars());
  return compiler.compile(text, options);
});

/** Returns the texts of all templates of this package. */
export function presentTemplates(): TemplateTexts {
  const sets = readdirSync(templatesFolder).toSorted();
  return new Map(sets.flatMap((set) => textsOf(set).map(([path, text]) => [`${set}/${path}`, text] as const)));
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
  // In a file with the types of a kind, `{{imported 'Condition'}}` is a name of the runtime in its import, and
  // `{{beside 'Condition'}}` the name where it is used.
  engine.registerHelper('imported', ofKind(importBeside));
  engine.registerHelper('beside', ofKind(nameBeside));
  return engine;
}

/** `{{article kind}}`: a name with its indefinite article. */
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

function ofKind(nameFor: (kind: string, imported: string) => string) {
  return function (this: { readonly kind: string }, imported: string): string {
    return nameFor(this.kind, imported);
  };
}

/** The line length in templates/init/_prettierrc.json. */
const lineLength = 120;

/**
 * Implements `{{#fits}}` a statement `{{else}}` the same statement on several lines `{{/fits}}`: breaks lines as the
 * formatter does for a long name. With `first=true`, only the first line counts, because the others cannot be broken.
 */
function fitting(this: unknown, { fn, inverse, hash }: Handlebars.HelperOptions): string {
  const text = fn(this);
  const lines = text.split('\n').slice(0, hash['first'] === true ? 1 : undefined);
  return lines.every((line) => line.length <= lineLength) ? text : inverse(this);
}

const isTemplate = (path: string): boolean => path.endsWith('.hbs');

function textsOf(set: string): readonly (readonly [string, string])[] {
  return templatePaths(set).map((path) => [path, readFileSync(posix.join(templatesFolder, set, path), 'utf8')]);
}

// Acronyms that are pronounced as words, so that the sound of the first letter's name does not count.
const spokenAcronyms = /^(?:FIFO|LAN|LED|LIDAR|LUN|MAC|NAT|NIC|RAID|RAM|REST|ROM|SAML|SAN|SIM|SOAP)s?$/;
// Letters whose names begin with a vowel: "an HTTPRoute", "a URL".
const vowelLetters = /^[AEFHILMNORSX]/;
const silentH = /^(?:heir|honest|hono|hour)/;
const spokenWithConsonant =
  /^(?:eu|ewe|onc?e(?:s?$|time|way)|ubiq|ufo|uni(?!mp|mag|nc|nf|nh|nit|nj|ns|nt|nv)|ura|us[aeiu]|ut[eio])/;

/** Returns a name with its indefinite article, which follows the sound of the name: "an Order", "a User", "an SSHKey". */
export function withArticle(name: string): string {
  return `${startsWithVowelSound(name) ? 'an' : 'a'} ${name}`;
}

function startsWithVowelSound(name: string): boolean {
  const letters = /^[A-Z]+(?![a-z])/.exec(name)?.[0];
  if (letters !== undefined && !spokenAcronyms.test(letters)) return vowelLetters.test(letters);
  const word = /^[A-Za-z][a-z]*/.exec(name)?.[0].toLowerCase() ?? '';
  return silentH.test(word) || (/^[aeiou]/.test(word) && !spokenWithConsonant.test(word));
}
