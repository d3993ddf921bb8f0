import { diffArrays } from 'diff';
import { typescript, type ts } from '../compiler/compiler.js';
import { namespacesIn, tokensOf } from './code-tokens.js';
import { bodyOf, isExported, sharedPart, unitsOf, type Unit } from './code-units.js';
import { boundNames } from './merge-imports.js';
import { isNamedImport, namesIn } from './unused-imports.js';

/** Declarations alike by so much of their code are the same under another name; those without a body have little of it. */
const [leastAlike, leastAlikeValue] = [0.4, 0.6];

/**
 * Returns the declarations of a file, and in other files those that it has no longer itself.
 * @param wanted the scaffolded ones
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

/** Returns the user's names for ours: of imports, of declarations, and of the variables in them. */
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
  const free = all.filter(({ name, file }) => !known.has(name) && (file === existing || others.includes(file)));
  for (const unit of old) {
    const same = all.find(({ name }) => name === unit.name);
    const own =
      same ??
      mostAlike(
        unit,
        free.filter(({ file }) => file === existing),
        names,
      );
    if (own === undefined) continue;
    if (same === undefined) names.set(unit.name, own.name);
    for (const [name, other] of variableNames(unit, own, names)) names.set(name, other);
  }
  return names;
}

/** Returns other names for new imports that have the names of the user's own declarations. */
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

/** Returns the names that the user imports instead: as aliases, or from the same module. */
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

function mostAlike(unit: Unit, candidates: readonly Unit[], names: ReadonlyMap<string, string>): Unit | undefined {
  const isValue = isConstant(unit.node);
  if (!isValue && !isDeclared(unit.node)) return undefined;
  const isLike = ({ node }: Unit): boolean =>
    isValue
      ? isConstant(node)
      : isDeclared(node) && typescript.isClassDeclaration(node) === typescript.isClassDeclaration(unit.node);
  const wanted = tokensOf(unit.node, unit.file, { names }).map(({ text }) => text);
  const scored = candidates
    .filter(isLike)
    .map((each) => ({
      each,
      alike: sharedPart(
        wanted,
        tokensOf(each.node, each.file).map(({ text }) => text),
      ),
    }))
    .toSorted((one, other) => other.alike - one.alike);
  const [best] = scored;
  return best !== undefined && best.alike >= (isValue ? leastAlikeValue : leastAlike) ? best.each : undefined;
}

/** Only what has a body is recognized without its name. */
function isDeclared(node: ts.Node): boolean {
  return !typescript.isExpressionStatement(node) && bodyOf(node) !== undefined;
}

/** Or what has a value. */
function isConstant(node: ts.Node): boolean {
  if (!typescript.isVariableStatement(node) || bodyOf(node) !== undefined) return false;
  const [first, ...others] = node.declarationList.declarations;
  return others.length === 0 && typescript.isIdentifier(first!.name) && first!.initializer !== undefined;
}

// An edit takes as many steps as the shorter text has tokens.
const maxEditLength = 2000;

/** Returns the variables and parameters of a declaration that the user calls otherwise. */
function variableNames(unit: Unit, own: Unit, names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const texts = [tokensOf(unit.node, unit.file, { names }), tokensOf(own.node, own.file)].map((all) =>
    all.map(({ text }) => text),
  );
  const declared = variablesIn(unit.node);
  const ofUser = variablesIn(own.node);
  const changes = diffArrays(texts[0]!, texts[1]!, { maxEditLength }) ?? [];
  const renamed = new Map<string, Set<string>>();
  for (const [index, { removed, value }] of changes.entries()) {
    const next = changes[index + 1];
    const pair =
      removed && next?.added && value.length === 1 && next.value.length === 1 ? [value[0]!, next.value[0]!] : [];
    const [name, other] = pair;
    if (name === undefined || other === undefined || !declared.has(name)) continue;
    // Another name is one only if the user declares it, and not the one of ours.
    if (ofUser.has(name) || declared.has(other) || !isSameVariable(declared.get(name)!, ofUser.get(other), unit, own))
      continue;
    renamed.set(name, (renamed.get(name) ?? new Set()).add(other));
  }
  return new Map([...renamed].flatMap(([name, all]) => (all.size === 1 ? [[name, [...all][0]!]] : [])));
}

type Variable = ts.VariableDeclaration | ts.ParameterDeclaration;

/** Reports whether variables have about the same value: others with another name are other variables. */
function isSameVariable(variable: Variable, other: Variable | undefined, unit: Unit, own: Unit): boolean {
  if (other === undefined || variable.kind !== other.kind) return false;
  const [value, otherValue] = [variable.initializer, other.initializer];
  if (value === undefined || otherValue === undefined) return value === otherValue;
  const [words, others] = [wordsOf(value, unit.file), wordsOf(otherValue, own.file)];
  return words.length === 0 || sharedPart(words, others) >= leastAlike;
}

function wordsOf(node: ts.Node, file: ts.SourceFile): readonly string[] {
  return tokensOf(node, file)
    .map(({ text }) => text)
    .filter((text) => /\w/.test(text));
}

function variablesIn(node: ts.Node): ReadonlyMap<string, Variable> {
  const found = new Map<string, Variable>();
  const visit = (each: ts.Node): void => {
    const isVariable = typescript.isVariableDeclaration(each) || typescript.isParameter(each);
    if (isVariable && typescript.isIdentifier(each.name)) found.set(each.name.text, each);
    typescript.forEachChild(each, visit);
  };
  visit(node);
  return found;
}
