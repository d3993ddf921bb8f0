import { posix } from 'node:path';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { parseFile } from '../../../language/compiler/parse-source.js';
import { applyEdits, type Edit } from '../code/code-edit.js';
import type { CodeStyle } from '../code/code-tokens.js';
import { freeNames } from '../code/free-names.js';
import { importEdit, type NewImport } from '../imports/import-edit.js';
import { isMemberName } from '../code/identifiers.js';
import { importEdits, isNamedImport, namesIn, statementEdit } from '../imports/unused-imports.js';

/** A name that a file imports: from a module, or from a file of the project. */
export interface Imported extends NewImport {
  readonly module?: string;
  readonly path?: string;
  readonly name: string;
}

interface Versions {
  readonly existing: ts.SourceFile;
  readonly before: ts.SourceFile;
  readonly after: ts.SourceFile;
  /** The exports of the files that contain parts of the file. */
  readonly local: readonly Imported[];
}

/**
 * Returns a changed file with imports of the names that it needs and does not have yet, and with imports of moved names
 * from their new modules.
 * @param edits the edits by which the file was changed
 */
export function mergeImports(
  { existing, before, after, local }: Versions,
  changed: ts.SourceFile,
  edits: readonly Edit[],
  { names }: CodeStyle,
): string {
  const [old, scaffolded] = [importsOf(before), importsOf(after)];
  const moved = movedModules(old, scaffolded);
  const isOf = (all: readonly Imported[], { module, name }: Imported): boolean =>
    all.some((each) => each.module === module && each.name === name);
  const { unknown, onlyTypes } = freeNames(changed.fileName, changed.text);
  const added = new Set(edits.flatMap(({ text }) => text.match(/[A-Za-z_$][\w$]*/g) ?? []));
  const isMissing = (each: Imported): boolean => {
    const name = names.get(each.name) ?? each.name;
    const isNew = !isOf(old, each) && !moved.has(each.module ?? '');
    const isLacking = unknown.has(name) || (!each.isType && onlyTypes.has(name));
    return isLacking && (isNew || added.has(name));
  };
  // Declarations that the user has moved to another file are imported from there.
  const wanted = [...local, ...scaffolded].filter(
    (each, index, all) => all.findIndex(({ name }) => name === each.name) === index,
  );
  const missing = wanted.filter(isMissing).map((each) => calledAs(each, names));
  const moduleIn = (module: string): string => relativeModule(module, existing.fileName, changed.fileName);
  const moduleOf = ({ module, path }: Imported): string =>
    path === undefined ? moduleIn(module!) : moduleFrom(posix.dirname(changed.fileName), path.replace(/\.ts$/, '.js'));
  const file = parsed(changed, withoutTypes(changed, new Set(missing.map(({ name }) => name))));
  const imports = [...new Set(missing.map(moduleOf))].map((module) =>
    importEdit(
      file,
      module,
      missing.filter((each) => moduleOf(each) === module),
    ),
  );
  return applyEdits(file.text, [...imports, ...moduleEdits(file, moved, moduleIn)]);
}

/** Returns an import under the name that the user's code has for it. */
function calledAs(each: Imported, names: CodeStyle['names']): Imported {
  const name = names.get(each.name);
  return name === undefined ? each : { ...each, name, text: `${each.text} as ${name}` };
}

/** Returns code in which names that are needed as values are no longer imported as types. */
function withoutTypes(file: ts.SourceFile, names: ReadonlySet<string>): string {
  return applyEdits(
    file.text,
    file.statements
      .filter(isNamedImport)
      .flatMap((each) => importEdits(file, each, ({ name }) => names.has(name.text))),
  );
}

function parsed({ fileName }: ts.SourceFile, text: string): ts.SourceFile {
  return parseFile(fileName, text);
}

/** Returns the new modules from which a change imports names, by their previous modules. */
function movedModules(old: readonly Imported[], wanted: readonly Imported[]): ReadonlyMap<string, string> {
  const namesOf = (all: readonly Imported[], module: string): string =>
    all
      .filter((each) => each.module === module)
      .map(({ name }) => name)
      .toSorted()
      .join(' ');
  const modulesOf = (all: readonly Imported[]): Set<string> => new Set(all.map(({ module = '' }) => module));
  const [gone, come] = [
    [...modulesOf(old)].filter((each) => !modulesOf(wanted).has(each)),
    [...modulesOf(wanted)].filter((each) => !modulesOf(old).has(each)),
  ];
  return new Map(
    gone.flatMap((from) => {
      const to = come.find((each) => namesOf(wanted, each) === namesOf(old, from));
      return to === undefined ? [] : [[from, to] as const];
    }),
  );
}

function moduleEdits(
  file: ts.SourceFile,
  moved: ReadonlyMap<string, string>,
  moduleIn: (module: string) => string,
): readonly Edit[] {
  const targets = new Map([...moved].map(([from, to]) => [moduleIn(from), moduleIn(to)]));
  return file.statements.flatMap((each) => {
    if (!typescript.isImportDeclaration(each) && !typescript.isExportDeclaration(each)) return [];
    const specifier = each.moduleSpecifier;
    const to = specifier && typescript.isStringLiteral(specifier) ? targets.get(specifier.text) : undefined;
    return to === undefined ? [] : [{ start: specifier!.getStart(file) + 1, end: specifier!.end - 1, text: to }];
  });
}

/** Returns the specifier of a module for an import in another file. */
function relativeModule(module: string, from: string, to: string): string {
  if (!module.startsWith('.') || from === to) return module;
  return moduleFrom(posix.dirname(to), posix.join(posix.dirname(from), module));
}

function moduleFrom(folder: string, target: string): string {
  const path = posix.relative(folder, target);
  return path.startsWith('.') ? path : `./${path}`;
}

/** Returns the names that statements import or declare. */
export function boundNames(statements: readonly ts.Statement[]): readonly string[] {
  return statements.flatMap((each): readonly string[] => {
    if (typescript.isImportDeclaration(each)) return importedNames(each);
    if (typescript.isVariableStatement(each))
      return each.declarationList.declarations.flatMap(({ name }) => namesIn(name, []));
    const { name } = each as { readonly name?: ts.Node };
    return name !== undefined && typescript.isIdentifier(name) ? [name.text] : [];
  });
}

function importedNames({ importClause }: ts.ImportDeclaration): readonly string[] {
  const bindings = importClause?.namedBindings;
  const named = bindings === undefined ? [] : typescript.isNamedImports(bindings) ? bindings.elements : [bindings];
  return [...(importClause?.name === undefined ? [] : [importClause.name]), ...named.map(({ name }) => name)].map(
    ({ text }) => text,
  );
}

/** Returns the names in the code of a file, without imports, re-exports and members. */
function usedNames(file: ts.SourceFile): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (typescript.isImportDeclaration(node)) return;
    if (typescript.isExportDeclaration(node) && node.moduleSpecifier !== undefined) return;
    if (typescript.isIdentifier(node) && !isMemberName(node)) found.add(node.text);
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function importsOf(file: ts.SourceFile): readonly Imported[] {
  return file.statements.filter(isNamedImport).flatMap((statement) => {
    const module = (statement.moduleSpecifier as ts.StringLiteral).text;
    const { isTypeOnly, namedBindings } = statement.importClause;
    return namedBindings.elements.map((each) => ({
      module,
      name: each.name.text,
      text: each.getText(file),
      isType: isTypeOnly || each.isTypeOnly,
    }));
  });
}

/**
 * Returns changed code without the imports of names that it used before and no longer does.
 * @param others further names whose imports are removed if nothing uses them
 */
export function withoutUnusedImports(
  path: string,
  { text, before }: { readonly text: string; readonly before: string },
  others: ReadonlySet<string> = new Set(),
): string {
  const [file, old] = [text, before].map((each) => parseFile(path, each));
  const [used, oldUsed] = [usedNames(file!), usedNames(old!)];
  const isUnused = ({ text: name }: ts.Identifier): boolean =>
    !used.has(name) && (oldUsed.has(name) || others.has(name));
  return applyEdits(
    text,
    file!.statements.flatMap((each): readonly Edit[] => {
      if (isNamedImport(each)) return importEdits(file!, each, ({ name }) => isUnused(name));
      if (!typescript.isImportDeclaration(each)) return [];
      const { name, namedBindings } = each.importClause ?? {};
      const all = [name, namedBindings && 'name' in namedBindings ? namedBindings.name : undefined];
      const names = all.filter((one) => one !== undefined);
      return names.length > 0 && names.every(isUnused) ? [statementEdit(file!, each)] : [];
    }),
  );
}
