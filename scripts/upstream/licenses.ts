import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { slashed } from '../../src/base/io/slashed.js';
import { helperPlatforms } from '../../src/base/helper/locate.js';
import { go, hashOfModules, listLinked, pinnedToolchain } from './go.js';
import type { GoProgram } from './go-program.js';

/** Returns the path of the committed list of the modules that are linked into a program. */
export function licenseListOf({ folder }: GoProgram): string {
  return join(folder, 'LICENSES.txt');
}

/** A module that is linked into a program on at least one platform, or the standard library of Go. */
interface LinkedModule {
  readonly name: string;
  readonly version: string;
  /** Its license files, and those of its packages that are linked, by their paths in the module. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Returns the linked modules, sorted by name. The modules are in Go's cache after a build. */
export async function linkedModules(program: GoProgram): Promise<readonly LinkedModule[]> {
  const toolchain = pinnedToolchain(program);
  const format = `{{with .Module}}{{if not .Main}}${['.Path', '.Version', '.Dir', '$.Dir'].map(field).join('\t')}{{end}}{{end}}`;
  const lists = await Promise.all(
    helperPlatforms.map((platform) => listLinked(program, format, { platform, toolchain })),
  );
  const packages = [...new Set(lists.flat())].map((line) => line.split('\t') as [string, string, string, string]);
  const names = [...new Set(packages.map(([name]) => name))].toSorted();
  const modules = names.map((name): LinkedModule => {
    const own = packages.filter(([each]) => each === name);
    const [[, version, root]] = own as [[string, string, string, string]];
    return {
      name,
      version,
      texts: licenseTexts(
        root,
        own.map(([, , , folder]) => folder),
      ),
    };
  });
  const goRoot = await go(program, ['env', 'GOROOT'], { toolchain });
  return [{ name: standardLibrary, version: toolchain, texts: licenseTexts(goRoot, [goRoot]) }, ...modules];
}

export const standardLibrary = 'standard library of Go';

/** Returns the template for a field; a module that is replaced has the version of its replacement. */
function field(name: string): string {
  return name === '.Version' ? '{{with .Replace}}{{.Version}}{{else}}{{.Version}}{{end}}' : `{{${name}}}`;
}

/** Matches names of license files, except those of documentation and of code. */
const licenseName = /^(?:licen[cs]e|copying|notice|patents)(?:\.(?:txt|md|mit|libyaml))?$/i;

/** Returns the license files in folders of a module, and in the folders above them. */
function licenseTexts(root: string, folders: readonly string[]): ReadonlyMap<string, string> {
  const all = new Set(folders.flatMap((folder) => [...foldersUpTo(root, folder)]));
  const paths = [...all].flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && licenseName.test(entry.name))
      .map(({ name }) => join(folder, name)),
  );
  return new Map(paths.toSorted().map((path) => [slashed(relative(root, path)), readFileSync(path, 'utf8')]));
}

function* foldersUpTo(root: string, folder: string): Generator<string> {
  for (let each = folder; ; each = dirname(each)) {
    yield each;
    if (each === root || dirname(each) === each) return;
  }
}

/** Words that identify each license, by its SPDX identifier. */
const licenses: readonly (readonly [id: string, words: RegExp, without?: RegExp])[] = [
  ['Apache-2.0', /Apache License,? Version 2\.0/],
  ['BSD-2-Clause', /Redistribution and use in source and binary forms/, /endorse or promote products/],
  ['BSD-3-Clause', /Redistribution and use in source and binary forms.*endorse or promote products/],
  ['ISC', /Permission to use, copy, modify, and(?: or)? distribute this software for any purpose with or without fee/],
  ['MIT', /Permission is hereby granted, free of charge, to any person obtaining a copy/],
];

/** Returns the SPDX identifiers of the licenses in a text. */
export function licensesIn(text: string): readonly string[] {
  const words = plainWords(text);
  return licenses.filter(([, has, without]) => has.test(words) && without?.test(words) !== true).map(([id]) => id);
}

function plainWords(text: string): string {
  return text.replaceAll(/[\s#/*]+/g, ' ').trim();
}

/** Returns the identifiers of a module's licenses. @throws Error if a license is unknown, or the module has none */
function licensesOf({ name, texts }: LinkedModule): readonly string[] {
  const isLicense = (path: string): boolean => /(?:licen[cs]e|copying)[^/]*$/i.test(path);
  const found = [...texts].filter(([path]) => isLicense(path)).map(([path, text]) => [path, licensesIn(text)] as const);
  const unknown = found.find(([, ids]) => ids.length === 0);
  if (unknown !== undefined) throw new Error(`the license ${unknown[0]} of ${name} is unknown`);
  if (found.length === 0) throw new Error(`${name} has no license file`);
  return [...new Set(found.flatMap(([, ids]) => ids))].toSorted();
}

/** Returns the committed list, with one line for each module. */
export function renderList(program: GoProgram, modules: readonly LinkedModule[]): string {
  const lines = modules.map((each) => `${each.name} ${each.version}: ${licensesOf(each).join(', ')}\n`);
  return `Go modules in ${program.title}, and their licenses.
Generated: npm run upstream -- --licenses
SHA-256 of go.mod and go.sum: ${hashOfModules(program)}

${lines.join('')}`;
}

const ruler = `${'-'.repeat(80)}\n`;

/** Returns the file for the packages: the list, and each license text once. */
export function renderTexts(program: GoProgram, modules: readonly LinkedModule[]): string {
  const users = new Map<string, { readonly text: string; readonly names: string[] }>();
  for (const { name, texts } of modules) {
    for (const [path, text] of texts) {
      const known = users.get(plainWords(text)) ?? { text, names: [] };
      known.names.push(`${name}: ${path}`);
      users.set(plainWords(text), known);
    }
  }
  const sections = [...users.values()].map(
    ({ text, names }) => `${ruler}${names.join('\n')}\n${ruler}\n${text.trim()}\n`,
  );
  return `${renderList(program, modules)}\n${sections.join('\n')}`;
}
