import { celName } from '../../../base/model/cel.js';
import type { KindVersion } from '../../../base/model/kind.js';
import type { Schema, Validation } from '../../../base/model/schema.js';
import { suggest } from '../../../base/diagnostics/suggest.js';
import { celOffset, celPositions, type CelPosition } from '../../../base/helper/cel-position.js';
import { expressionAt, type CrdProblem } from '../../../base/helper/crd-verdict.js';
import type { Trial } from './trial.js';
import { changeAt, schemasAlong } from './bounds.js';

/** A change of a CEL expression, and the remedy that describes it. */
interface Edit {
  readonly expression: string;
  readonly remedy: string;
}

type InRule = CrdProblem & { readonly inRule: CelPosition };

/** Returns a change of an expression with which a problem is gone, and the other problems that it solves. */
export async function compileRemedy(
  version: KindVersion,
  problem: InRule,
  others: readonly CrdProblem[],
  trial: Trial,
): Promise<{ readonly remedy?: string; readonly solves?: readonly CrdProblem[] }> {
  const { path, place } = problem;
  const { trail, validation } = place;
  const part = expressionAt(path);
  const expression = part && validation?.[part];
  if (part === undefined || trail === undefined || expression === undefined) return {};
  const schema = schemasAlong(version.schema, trail).at(-1)!;
  const before = [problem, ...others].flatMap(({ inRule }) => inRule?.reason ?? []);
  for (const { expression: changed, remedy } of editsFor(expression, problem.inRule, schema)) {
    const rule = { ...validation, [part]: changed } as Validation;
    const replace = (each: Schema): Schema => ({
      ...each,
      validations: (each.validations ?? []).map((known) => (known === validation ? rule : known)),
    });
    const errors = await trial.errors({ ...version, schema: changeAt(version.schema, trail, replace) });
    if (errors === undefined) return {};
    const index = (schema.validations ?? []).indexOf(validation!);
    const left = errors
      .filter(({ field = '' }) => field.endsWith(path.slice(path.indexOf('openAPIV3Schema'))))
      .flatMap(({ message }) => celPositions(message).map(({ reason }) => reason));
    if (index !== -1 && isSubset(left, before) && !includesAll(left, problem.inRule.reason, before)) {
      return { remedy, solves: others.filter(({ inRule }) => inRule && !left.includes(inRule.reason)) };
    }
  }
  return {};
}

/** Reports whether nothing is left that was not there before. */
function isSubset(left: readonly string[], before: readonly string[]): boolean {
  return left.every((each) => before.includes(each));
}

/** Reports whether a reason is left as often as before. */
function includesAll(left: readonly string[], reason: string, before: readonly string[]): boolean {
  const count = (list: readonly string[]): number => list.filter((each) => each === reason).length;
  return count(left) >= count(before);
}

/** Minimum length of a name for which similar ones are suggested. */
const shortest = 3;

/** Returns the name that was probably meant by one that is not too short to tell. */
function similarTo(unknown: string, names: readonly string[]): string | undefined {
  return unknown.length < shortest ? undefined : suggest(unknown, names);
}

/** Yields changes that can solve a problem, the most probable first. */
function* editsFor(expression: string, problem: CelPosition, schema: Schema): Generator<Edit> {
  const offset = celOffset(expression, problem);
  const [, unknown] = /^undefined field '([^']*)'/.exec(problem.reason) ?? [];
  if (unknown !== undefined) yield* fieldEdits(expression, offset, unknown, namesBelow(schema));
  const [, undeclared] = /^undeclared reference to '([^']*)'/.exec(problem.reason) ?? [];
  if (undeclared !== undefined) yield* referenceEdits(expression, offset, undeclared, schema);
  const [, one, other] =
    /^found no matching overload for '_\S+_' applied to '\((\w+), (\w+)\)'/.exec(problem.reason) ?? [];
  if (one !== undefined && other !== undefined) yield* literalEdits(expression, offset, one, other);
}

/** A field whose name is escaped in CEL, or one with a similar name. */
function* fieldEdits(text: string, offset: number, unknown: string, names: readonly string[]): Generator<Edit> {
  const at = text.indexOf(unknown, offset);
  if (at === -1) return;
  const replaced = (length: number, name: string): string => text.slice(0, at) + name + text.slice(at + length);
  for (const name of names) {
    const escaped = celName(name);
    if (escaped === undefined || escaped === name || !text.startsWith(name, at)) continue;
    yield {
      expression: replaced(name.length, escaped),
      remedy: `write ${escaped}: this is the name of the field ${name} in CEL`,
    };
  }
  const similar = similarTo(
    unknown,
    names.flatMap((name) => celName(name) ?? []),
  );
  if (similar === undefined) return;
  yield { expression: replaced(unknown.length, similar), remedy: `did you mean ${similar}?` };
}

/** A field that is written without `self`, or a similar variable. */
function* referenceEdits(text: string, offset: number, unknown: string, schema: Schema): Generator<Edit> {
  const replaced = (name: string): string => text.slice(0, offset) + name + text.slice(offset + unknown.length);
  if (!text.startsWith(unknown, offset)) return;
  const names = (schema.properties ?? []).flatMap(({ name }) => celName(name) ?? []);
  if (names.includes(unknown)) yield { expression: replaced(`self.${unknown}`), remedy: `write self.${unknown}` };
  const similar = similarTo(unknown, ['self', 'oldSelf']);
  if (similar !== undefined) yield { expression: replaced(similar), remedy: `did you mean ${similar}?` };
  const field = similarTo(unknown, names);
  if (field !== undefined) yield { expression: replaced(`self.${field}`), remedy: `did you mean self.${field}?` };
}

/** A number or a string that is written like a literal of another type. */
function* literalEdits(text: string, offset: number, one: string, other: string): Generator<Edit> {
  const after = /^(?:[=!<>]=|[<>+*/%-])\s*/.exec(text.slice(offset));
  const start = offset + (after?.[0].length ?? 0);
  const right = after && literalForm.exec(text.slice(start))?.[0];
  if (right !== null && right !== undefined) {
    const literal = converted(right, one);
    const expression = text.slice(0, start) + literal + text.slice(start + right.length);
    if (literal !== undefined)
      yield { expression, remedy: `write ${literal}, because the other side is of type ${one}` };
  }
  const [, left] =
    new RegExp(`(${literalForm.source.slice(1)})\\s*$`).exec(
      text.slice(Math.max(0, offset - longestLiteral), offset),
    ) ?? [];
  if (left === undefined) return;
  const literal = converted(left, other);
  const from = text.lastIndexOf(left, offset - 1);
  const expression = text.slice(0, from) + literal + text.slice(from + left.length);
  if (literal !== undefined)
    yield { expression, remedy: `write ${literal}, because the other side is of type ${other}` };
}

/** Maximum length of a literal that is corrected; a longer one is not a slip. */
const longestLiteral = 200;

const literalForm = /^(?:-?\d+(?:\.\d+)?(?![\w.])|"[^"\\\n]*"|'[^'\\\n]*')/;

/** Returns a literal as one of another type. */
function converted(literal: string, type: string): string | undefined {
  const plain = literal.replaceAll(/^["']|["']$/g, '');
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(plain);
  if (type === 'string') return /^["']/.test(literal) ? undefined : `'${plain}'`;
  if (type === 'double' && isNumber && !plain.includes('.')) return `${plain}.0`;
  if (type === 'double' && isNumber) return plain;
  return type === 'int' && isNumber ? plain.replace(/\.0+$/, '') : undefined;
}

/** Maximum number of names among which a similar one is looked for, and their depth. */
const mostNames = 500;
const deepest = 10;

/** Returns the names of the fields at and below a schema, the nearest first. */
function namesBelow(top: Schema): readonly string[] {
  const names = new Set<string>();
  let level: readonly Schema[] = [top];
  for (let depth = 0; level.length > 0 && names.size < mostNames && depth < deepest; depth += 1) {
    const next: Schema[] = [];
    for (const { properties = [], items, additionalProperties } of level.slice(0, mostNames)) {
      for (const { name, schema } of properties) {
        names.add(name);
        next.push(schema);
      }
      if (items) next.push(items);
      if (additionalProperties) next.push(additionalProperties);
    }
    level = next;
  }
  return [...names].slice(0, mostNames);
}
