import type { CelInput, CelResult } from '@bufbuild/cel';
import { messageOf } from '../../../errors/causes.js';
import { isJsonObject } from '../../../json/json-object.js';
import { celLibrary } from '../../values/cel-library.js';
import { printable, valueText } from '../matching/show.js';
import type { CaseExpression, CaseStep, ResourceReference } from '../model.js';
import type { StepContext } from './context.js';
import type { Failure } from './result.js';

/** Values of the variables, by their names. */
type CelVariables = Readonly<Record<string, CelInput>>;

/** Returns why an expression is not true; undefined if it is. */
type Check = (variables: CelVariables) => string | undefined;

/** Returns the failures of the expressions of a step. @throws ApiError if the objects cannot be read */
export async function checkExpressions(step: CaseStep, context: StepContext): Promise<readonly Failure[]> {
  const { references, anyOf, allOf } = step;
  if (references.length === 0 && anyOf.length === 0 && allOf.length === 0) return [];
  const entries: [string, CelInput][] = [];
  for (const each of references) {
    const value = await referenced(each, context);
    if (value === undefined) return [{ message: `${each.kind} ${each.name} does not exist`, details: [] }];
    entries.push([each.variable, value]);
  }
  const variables = Object.fromEntries(entries);
  const failuresOf = (expressions: readonly CaseExpression[]): readonly Failure[] =>
    expressions.flatMap(({ text, place }) => {
      const problem = checkOf(text, references)(variables);
      if (problem === undefined) return [];
      return { message: `the expression ${printable(text)} ${problem}`, details: [], place };
    });
  const ofAny = failuresOf(anyOf);
  return [...(ofAny.length === anyOf.length ? ofAny : []), ...failuresOf(allOf)];
}

async function referenced(
  { apiVersion, kind, name, namespace: own }: ResourceReference,
  { cluster, namespace }: StepContext,
): Promise<CelInput | undefined> {
  const served = await cluster.kindOf({ apiVersion, kind });
  const found = await cluster.get(served, { name, namespace: own ?? namespace });
  return found === undefined ? undefined : celOf(found);
}

function checkOf(text: string, references: readonly ResourceReference[]): Check {
  const { cel } = celLibrary();
  const variables = Object.fromEntries(references.map(({ variable }) => [variable, cel.CelScalar.DYN] as const));
  let evaluate: (given: CelVariables) => CelResult;
  try {
    evaluate = cel.plan(cel.celEnv({ variables }), cel.parse(text));
  } catch (error) {
    const reason = messageOf(error);
    return () => `is not valid: ${printable(reason)}`;
  }
  return (given) => {
    const result = evaluate(given);
    if (result === true) return undefined;
    return cel.isCelError(result)
      ? `cannot be evaluated: ${printable(result.message)}`
      : `is ${valueText(jsonOf(result))}`;
  };
}

/** Returns a value of JSON as CEL has it: whole numbers are integers. */
function celOf(value: unknown): CelInput {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return celLibrary().cel.celList(value.map(celOf));
  if (!isJsonObject(value)) return value as CelInput;
  return new Map(Object.entries(value).map(([name, each]) => [name, celOf(each)]));
}

/** Returns a result for a message: integers of CEL are no JSON. */
function jsonOf(result: CelResult): unknown {
  if (typeof result === 'bigint') return Number(result);
  return typeof result === 'object' ? 'an object' : result;
}
