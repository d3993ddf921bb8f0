import { diffArrays } from 'diff';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { tokensOf } from './code-tokens.js';
import { sharedPart, type Unit } from './code-units.js';

/** Declarations and values that share at least this part of their code are the same under different names. */
export const leastAlike = 0.4;

// An edit takes as many steps as the shorter text has tokens.
const maxEditLength = 2000;

/** Returns the variables and parameters of a declaration for which the user has other names. */
export function variableNames(unit: Unit, own: Unit, names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
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
    // A name counts as another name only if the user declares it, and does not declare ours.
    if (ofUser.has(name) || declared.has(other) || !isSameVariable(declared.get(name)!, ofUser.get(other), unit, own))
      continue;
    renamed.set(name, (renamed.get(name) ?? new Set()).add(other));
  }
  return new Map([...renamed].flatMap(([name, all]) => (all.size === 1 ? [[name, [...all][0]!]] : [])));
}

type Variable = ts.VariableDeclaration | ts.ParameterDeclaration;

/** Reports whether variables have nearly the same value; otherwise, a variable with another name is another variable. */
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
