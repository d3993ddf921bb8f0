import type { CelEnv, CelResult, parse } from '@bufbuild/cel';
import { compilePattern } from '../../validation/values/pattern.js';
import { Undecided } from './cel-compare.js';
import { kubernetesFunctions, unsupportedFunctions } from './cel-functions.js';
import { celLibrary } from './cel-library.js';
import { celValue, isTyped, namesInRules } from './cel-values.js';
import type { JsonValue, Schema } from './schema.js';

type Expr = ReturnType<typeof parse>['expr'];

/** A rule that can be evaluated. */
export interface Rule {
  /** Names of the fields of `self` that it reads. */
  readonly fields: ReadonlySet<string>;
  readonly evaluate: (self: unknown) => CelResult;
}

const rules = new Map<string, Rule | undefined>();

/** Parses a rule; undefined for a rule with features that are not supported. */
export function readRule(text: string): Rule | undefined {
  if (!rules.has(text)) rules.set(text, parsed(text));
  return rules.get(text);
}

/**
 * Reports whether a rule accepts a value. Undefined if that is not known: the rule reads fields that the schema does
 * not have, such as `metadata` of a whole object, or uses a function whose result differs from that in the API server.
 */
export function accepts({ fields, evaluate }: Rule, schema: Schema, value: JsonValue): boolean | undefined {
  if (!hasFields(schema, fields)) return undefined;
  try {
    const result = evaluate(celValue(schema, value));
    return celLibrary().cel.isCelError(result) && isUndecided(result) ? undefined : result === true;
  } catch {
    // A string does not have its format, which is reported elsewhere.
    return undefined;
  }
}

/** Reports whether the schema has all the fields; the entries of a record can have any name. */
export function hasFields(
  { properties, additionalProperties, ...schema }: Schema,
  fields: ReadonlySet<string>,
): boolean {
  if (schema.type !== 'object' || additionalProperties !== undefined) return true;
  const typed = Object.entries(properties ?? {}).filter(([, each]) => isTyped(each));
  const own = schema['x-kubernetes-embedded-resource'] ? ['apiVersion', 'kind', 'metadata'] : [];
  const known = new Set([...own, ...typed.flatMap(([name]) => namesInRules(name))]);
  return [...fields].every((each) => known.has(each));
}

/** The error that decides is the first one, or one of those that were merged into it. */
function isUndecided(error: unknown): boolean {
  if (error instanceof Undecided) return true;
  if (Array.isArray(error)) return error.some(isUndecided);
  return error instanceof Error && error.cause !== undefined && isUndecided(error.cause);
}

let environment: CelEnv | undefined;

function parsed(text: string): Rule | undefined {
  const library = celLibrary();
  const { celEnv, CelScalar, parse: read, plan } = library.cel;
  environment ??= celEnv({
    funcs: [...library.extensions.strings, ...kubernetesFunctions(library)],
    variables: { self: CelScalar.DYN },
    re2: { compile: matcherOf },
  });
  try {
    const { expr } = read(text);
    const fields = new Set<string>();
    if (!isSupported(expr, environment, fields)) return undefined;
    const evaluate = plan(environment, expr) as (variables: object) => CelResult;
    return { fields, evaluate: (self) => evaluate({ self }) };
  } catch {
    return undefined;
  }
}

/** @throws Error for an invalid pattern */
function matcherOf(pattern: string): { test: (text: string) => boolean } {
  const compiled = compilePattern(pattern);
  if ('problem' in compiled) throw new Error(compiled.problem);
  return { test: compiled.matches };
}

/** Operators that are no functions in the library. */
const operators: ReadonlySet<string> = new Set(['_&&_', '_||_', '_?_:_', '_[_]', '@not_strictly_false']);

const types: ReadonlySet<string> = new Set(
  'bool bytes double duration int list map null_type string timestamp type uint google'.split(' '),
);

/** Reports whether every name in an expression is known, and collects the fields of `self`. */
function isSupported(
  expr: Expr | undefined,
  env: CelEnv,
  fields: Set<string>,
  scope: ReadonlySet<string> = new Set(['self']),
): boolean {
  const holds = (each: Expr | undefined, inner = scope): boolean => isSupported(each, env, fields, inner);
  const { case: kind, value } = expr?.exprKind ?? { case: undefined };
  switch (kind) {
    case 'constExpr':
      return true;
    case 'identExpr':
      return scope.has(value.name) || types.has(value.name);
    case 'selectExpr':
      if (identOf(value.operand) === 'self') fields.add(value.field);
      return holds(value.operand);
    case 'listExpr':
      return value.optionalIndices.length === 0 && value.elements.every((each) => holds(each));
    case 'structExpr':
      return (
        value.messageName === '' &&
        value.entries.every((each) => isPlain(each) && holds(each.value) && holds(keyOf(each)))
      );
    case 'comprehensionExpr': {
      const inner = new Set([...scope, value.iterVar, value.accuVar]);
      const steps = [value.loopCondition, value.loopStep, value.result];
      return holds(value.iterRange) && holds(value.accuInit) && steps.every((each) => holds(each, inner));
    }
    case 'callExpr': {
      const path = identOf(value.target);
      const isQualified = path !== undefined && !scope.has(path) && !types.has(path);
      const name = isQualified ? `${path}.${value.function}` : value.function;
      if (!isKnown(env, name, !isQualified && value.target !== undefined, value.args.length)) return false;
      return (
        (isQualified || value.target === undefined || holds(value.target)) && value.args.every((each) => holds(each))
      );
    }
    default:
      return false;
  }
}

type Entry = Extract<NonNullable<Expr>['exprKind'], { readonly case: 'structExpr' }>['value']['entries'][number];

function isPlain({ optionalEntry }: Entry): boolean {
  return !optionalEntry;
}

function keyOf({ keyKind }: Entry): Expr | undefined {
  return keyKind.case === 'mapKey' ? keyKind.value : undefined;
}

/** Returns the name, if an expression is only a name. */
function identOf(expr: Expr | undefined): string | undefined {
  return expr?.exprKind.case === 'identExpr' ? expr.exprKind.value.name : undefined;
}

function isKnown({ funcs }: CelEnv, name: string, isMethod: boolean, count: number): boolean {
  if (operators.has(name)) return true;
  if (unsupportedFunctions.has(`${name}/${count}`)) return false;
  const overloads = [...(funcs.find(name) ?? [])];
  return overloads.some((each) => each.arguments.length === count && (each.target !== undefined) === isMethod);
}
