import type { Values } from '../../chainsaw/expressions/evaluate.js';
import { fillTemplate } from '../../chainsaw/expressions/template.js';
import { treeDifferences } from '../../chainsaw/expressions/tree.js';
import type { Binding, Output } from '../../chainsaw/model.js';
import type { ObjectName, ServedKind } from '../../cluster/case-cluster.js';
import type { StepContext } from '../context.js';
import type { Failure } from '../result.js';

/** Environment of an operation. */
export interface OperationContext extends StepContext {
  /** Values of its bindings. */
  readonly values: Values;
  /** Time limit in seconds. */
  readonly seconds: number;
  /** Notes an object that the step has created. */
  readonly onCreated: (kind: ServedKind, key: ObjectName) => void;
}

/** Outcome of an operation: its failure, and its outputs. */
export interface Outcome {
  readonly failure?: Failure | undefined;
  readonly outputs: Values;
}

/** Returns the values with those of bindings, each of which can use those before it. @throws Error if one has no value */
export function withBindings(bindings: readonly Binding[], values: Values): Values {
  return bindings.reduce<Values>(
    (known, { name, value }) => ({ ...known, [name]: fillTemplate(value, null, known) }),
    values,
  );
}

/** Returns the values of the outputs of an operation. @throws Error if one of them has no value */
export function outputsOf(outputs: readonly Output[], input: unknown, values: Values): Values {
  let known = values;
  let results: Values = {};
  for (const { name, value, match } of outputs) {
    if (match !== undefined && treeDifferences(match, input, known).length > 0) continue;
    const result = fillTemplate(value, input, known);
    known = { ...known, [name]: result };
    results = { ...results, [name]: result };
  }
  return results;
}
