import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { namespacesIn, tokensOf } from '../code/code-tokens.js';
import { bodyOf, isExported, sharedPart, unitsOf, type Unit } from '../code/code-units.js';
import { boundNames } from './merge-imports.js';
import { isNamedImport, namesIn } from '../imports/unused-imports.js';
import { leastAlike, variableNames } from '../code/variable-names.js';

/** Constants that share more than this part of their code count as renamed: their code is short. */
const leastAlikeValue = 0.6;

/**
 * Returns the declarations of a file, and those that have been moved from it to other files.
 * @param wanted the scaffolded declarations
 */
export function namedUnits(
  own: readonly Unit[],
  others: readonly ts.SourceFile[],
  wanted: readonly Unit[],
): readonly Unit[] {
  const names = new Set(own.map(({ name }) => name));
  const missing = wanted.filter(({ name }) => !names.has(name));
  const moved = missing.flatMap(({ name }) => {
    for (const file of others) {
      const found = unitsOf(file).find((each) => each.name === name && isExported(each.node));
      if (found !== undefined) return [found];
    }
    return [];
  });
  return [...own, ...moved];
}

/** Versions of a file in which names are compared. */
interface NamedFiles {
  readonly existing: ts.SourceFile;
  readonly before: ts.SourceFile;
  readonly after: ts.SourceFile;
}

/** Returns the user's names for our names: of imports, of declarations, and of the variables in them. */
export function namesOf(
  { existing, before, after }: NamedFiles,
  others: readonly ts.SourceFile[],
): ReadonlyMap<string, string> {
  const names = new Map([
    ...importNames(existing, after),
    ...importNames(existing, before),
    ...freeAliases({ existing, before, after }),
  ]);
  const all = [existing, ...others].flatMap((file) => unitsOf(file));
  const old = unitsOf(before, names);
  const known = new Set(old.map(({ name }) => name));
  const free = all.filter(({ name, file }) => file === existing && !known.has(name));
  const unnamed = old.filter(({ name }) => !all.some((each) => each.name === name));
  const matched = matchedWebhooks(unnamed, free);
  const taken = new Set(matched.values());
  const left = new Set(unnamed.filter((each) => !matched.has(each)));
  for (const unit of old) {
    const same = all.find(({ name }) => name === unit.name);
    const candidates = free.filter((each) => !taken.has(each));
    const own = same ?? matched.get(unit) ?? ownUnit(unit, candidates, [...left], names);
    left.delete(unit);
    if (own === undefined) continue;
    taken.add(own);
    if (same === undefined) names.set(unit.name, own.name);
    for (const [name, other] of variableNames(unit, own, names)) names.set(name, other);
  }
  for (const unit of unitsOf(after)) {
    if (known.has(unit.name) || all.some(({ name }) => name === unit.name)) continue;
    const own = free.find((each) => !taken.has(each) && isUnmarkedClassOf(each, unit));
    if (own === undefined) continue;
    taken.add(own);
    names.set(unit.name, own.name);
  }
  return names;
}

/**
 * Reports whether a class of the user implements the same interface as that of a new webhook, and has no marker:
 * `delete webhook` leaves edited classes like this.
 */
function isUnmarkedClassOf({ node: own, file }: Unit, { node, file: scaffolded }: Unit): boolean {
  if (webhookOf(node) === undefined || !typescript.isClassDeclaration(own)) return false;
  if ((typescript.getDecorators(own) ?? []).length > 0) return false;
  const implemented = (each: ts.Node, of: ts.SourceFile): string =>
    typescript.isClassDeclaration(each)
      ? (each.heritageClauses ?? []).map((clause) => clause.getText(of)).join(' ')
      : '';
  return implemented(own, file) === implemented(node, scaffolded);
}

/** Returns aliases for new imports whose names the user has given to other declarations. */
function freeAliases({ existing, before, after }: NamedFiles): readonly (readonly [string, string])[] {
  const [own, old] = [existing, before].map(
    ({ statements }) => new Set(boundNames(statements.filter((each) => !typescript.isImportDeclaration(each)))),
  );
  const known = new Set([...old!, ...importsOf(before).map(({ name }) => name)]);
  const taken = new Set(namesIn(existing, []));
  return importsOf(after).flatMap(({ name }): readonly (readonly [string, string])[] => {
    if (!own!.has(name) || known.has(name)) return [];
    let count = 2;
    while (taken.has(`${name}${count}`)) count += 1;
    return [[name, `${name}${count}`]];
  });
}

/** Returns the names that the user imports instead: as aliases, or other names from the same module. */
function importNames(existing: ts.SourceFile, before: ts.SourceFile): readonly (readonly [string, string])[] {
  const [own, old] = [importsOf(existing), importsOf(before)];
  return old.flatMap(({ module, name, from }): readonly (readonly [string, string])[] => {
    if (own.some((each) => each.name === name)) return [];
    const alias = own.find((each) => each.from === from && each.name !== from);
    if (alias !== undefined) return [[name, alias.name]];
    const namespace = namespacesIn(existing).get(module);
    if (namespace !== undefined && !own.some((each) => each.from === from)) return [[name, `${namespace}.${from}`]];
    const isNew = (each: (typeof own)[number]): boolean =>
      each.module === module && !old.some((other) => other.name === each.name);
    const gone = old.filter((each) => each.module === module && !own.some((other) => other.name === each.name));
    const come = own.filter(isNew);
    return module.startsWith('.') && gone.length === 1 && come.length === 1 ? [[name, come[0]!.name]] : [];
  });
}

function importsOf(
  file: ts.SourceFile,
): readonly { readonly module: string; readonly name: string; readonly from: string }[] {
  return file.statements.filter(isNamedImport).flatMap(({ moduleSpecifier, importClause }) =>
    importClause.namedBindings.elements.map(({ name, propertyName }) => ({
      module: (moduleSpecifier as ts.StringLiteral).text,
      name: name.text,
      from: (propertyName ?? name).text,
    })),
  );
}

/** Returns the classes of the user that are marked with the webhooks of scaffolded ones. */
function matchedWebhooks(scaffolded: readonly Unit[], free: readonly Unit[]): ReadonlyMap<Unit, Unit> {
  return new Map(
    scaffolded.flatMap((unit): readonly (readonly [Unit, Unit])[] => {
      const webhook = webhookOf(unit.node);
      const own = webhook && free.find(({ node }) => webhookOf(node) === webhook);
      return own ? [[unit, own]] : [];
    }),
  );
}

/**
 * Returns the user's declaration that is a scaffolded one under another name: the most similar one, unless another
 * scaffolded declaration is more similar to it.
 * @param others the scaffolded declarations whose names the user does not have
 */
function ownUnit(
  unit: Unit,
  candidates: readonly Unit[],
  others: readonly Unit[],
  names: ReadonlyMap<string, string>,
): Unit | undefined {
  const isOfAnother = ({ each, alike }: Alike): boolean =>
    others.some((other) => alikeUnits(other, [each], names).some((found) => found.alike > alike));
  return alikeUnits(unit, candidates, names).find((found) => !isOfAnother(found))?.each;
}

/** Returns the type and the path of the webhook for which a class is marked, if the marker contains them. */
function webhookOf(node: ts.Node): string | undefined {
  if (!typescript.isClassDeclaration(node)) return undefined;
  for (const { expression } of typescript.getDecorators(node) ?? []) {
    const [argument] = typescript.isCallExpression(expression) ? expression.arguments : [];
    if (argument === undefined || !typescript.isObjectLiteralExpression(argument)) continue;
    const [sort, path] = ['mutating', 'path'].map((name) => valueIn(argument, name));
    if (sort !== undefined && path !== undefined && typescript.isStringLiteralLike(path))
      return `${sort.getText()} ${path.text}`;
  }
  return undefined;
}

function valueIn({ properties }: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  return properties.filter(typescript.isPropertyAssignment).find((each) => each.name.getText() === name)?.initializer;
}

/** A declaration of the user, and the share of its code that it has in common with a scaffolded one. */
interface Alike {
  readonly each: Unit;
  readonly alike: number;
}

/** Returns the declarations that may be a scaffolded one under another name, most similar first. */
function alikeUnits(unit: Unit, candidates: readonly Unit[], names: ReadonlyMap<string, string>): readonly Alike[] {
  const isValue = isConstant(unit.node);
  if (!isValue && !isDeclared(unit.node)) return [];
  const isLike = ({ node }: Unit): boolean =>
    isValue
      ? isConstant(node)
      : isDeclared(node) && typescript.isClassDeclaration(node) === typescript.isClassDeclaration(unit.node);
  const wanted = tokensOf(unit.node, unit.file, { names }).map(({ text }) => text);
  return candidates
    .filter(isLike)
    .map((each) => ({
      each,
      alike: sharedPart(
        wanted,
        tokensOf(each.node, each.file).map(({ text }) => text),
      ),
    }))
    .filter(({ alike }) => alike >= (isValue ? leastAlikeValue : leastAlike))
    .toSorted((one, other) => other.alike - one.alike);
}

/** Reports whether a declaration has a body; without one, it is not recognized under another name. */
function isDeclared(node: ts.Node): boolean {
  return !typescript.isExpressionStatement(node) && bodyOf(node) !== undefined;
}

/** Reports whether a statement declares a constant, which can also be recognized under another name. */
function isConstant(node: ts.Node): boolean {
  if (!typescript.isVariableStatement(node) || bodyOf(node) !== undefined) return false;
  const [first, ...others] = node.declarationList.declarations;
  return others.length === 0 && typescript.isIdentifier(first!.name) && first!.initializer !== undefined;
}
