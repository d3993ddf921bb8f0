import { runtimeApi, type Uses } from './print.js';
import type { Declaration } from './source.js';

/** The text of a declaration, and the names that it uses. */
export interface PrintedDeclaration {
  readonly text: string;
  readonly uses: Uses;
}

/** Returns the text of a file with declarations, with its imports. */
export function fileText(
  path: string,
  printed: readonly PrintedDeclaration[],
  files: ReadonlyMap<Declaration, string>,
): string {
  const imported = importsOf(path, printed, files);
  const hasKind = printed.some(({ uses }) => uses.hasKind);
  const modules = [...imported.keys()].toSorted(byName);
  const isOwn = (module: string): boolean => module.startsWith('.');
  const imports = [
    ...(imported.has(runtimeApi) ? [importText(runtimeApi, imported.get(runtimeApi)!)] : []),
    ...modules
      .filter((each) => each !== runtimeApi && !isOwn(each))
      .map((each) => importText(each, imported.get(each)!)),
    ...(hasKind ? [`import { groupVersion } from './group-version.js';`] : []),
    ...modules.filter(isOwn).map((each) => importText(each, imported.get(each)!)),
  ];
  return `${[imports.join('\n'), ...printed.map(({ text }) => text)].filter((each) => each !== '').join('\n\n')}\n`;
}

/** The names that a file imports from a module: those of values, and those used only as types. */
interface Imported {
  readonly values: Set<string>;
  readonly types: Set<string>;
}

function importsOf(
  path: string,
  printed: readonly PrintedDeclaration[],
  files: ReadonlyMap<Declaration, string>,
): ReadonlyMap<string, Imported> {
  const found = new Map<string, Imported>();
  const of = (module: string): Imported => {
    const known = found.get(module) ?? { values: new Set(), types: new Set() };
    found.set(module, known);
    return known;
  };
  for (const { uses } of printed) {
    for (const each of uses.markers) of(runtimeApi).values.add(each);
    for (const [module, names] of uses.types) for (const name of names) of(module).types.add(name);
    for (const each of uses.declarations) {
      const file = files.get(each)!;
      if (file !== path) of(moduleOf(file))[uses.instances.has(each) ? 'values' : 'types'].add(each.name);
    }
  }
  return found;
}

function moduleOf(file: string): string {
  return `./${file.replace(/\.ts$/, '.js')}`;
}

const byName = (one: string, other: string): number => (one < other ? -1 : 1);

/** Maximum length of a line in a formatted file. */
const mostColumns = 120;

function importText(module: string, { values, types }: Imported): string {
  const onlyTypes = [...types].filter((each) => !values.has(each)).toSorted(byName);
  const keyword = values.size === 0 ? 'import type' : 'import';
  const sign = values.size === 0 ? '' : 'type ';
  const names = [...[...values].toSorted(byName), ...onlyTypes.map((each) => `${sign}${each}`)];
  const line = `${keyword} { ${names.join(', ')} } from '${module}';`;
  // As formatted by Prettier, which keeps a single name on its line.
  if (line.length <= mostColumns || names.length === 1) return line;
  return `${keyword} {\n${names.map((each) => `  ${each},\n`).join('')}} from '${module}';`;
}
