import type { Schema } from '../../../base/model/schema.js';

/** The largest cost of all searches of a run: some seconds. It is a count, so that the same run has the same outcome. */
const most = 1_000_000;
/** The cost of a question besides its rules, whose characters are the rest: they are compiled for each question. */
const base = 250;

/** A budget that the searches of one run share. */
export class SearchBudget {
  #left = most;
  #isSpent = false;

  /** Whether a question was too expensive for what is left. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** Takes the cost of a question; false if there is not enough left. */
  take(cost: number): boolean {
    if (this.#isSpent || cost > this.#left) {
      this.#isSpent = true;
      return false;
    }
    this.#left -= cost;
    return true;
  }
}

/** Returns what a question about an object with this schema costs. */
export function questionCost(schema: Schema): number {
  return base + rulesSize(schema, new Map());
}

/** @param known sizes of schemas: a definition repeats one that is used in several places */
function rulesSize(schema: Schema, known: Map<Schema, number>): number {
  const before = known.get(schema);
  if (before !== undefined) return before;
  known.set(schema, 0);
  const { validations = [], properties = [], items, additionalProperties } = schema;
  const inner = [
    ...properties.map((each) => each.schema),
    ...(items ? [items] : []),
    ...(additionalProperties ? [additionalProperties] : []),
  ];
  const own = validations.reduce(
    (sum, { rule, messageExpression = '' }) => sum + rule.length + messageExpression.length,
    0,
  );
  const size = inner.reduce((sum, each) => sum + rulesSize(each, known), own);
  known.set(schema, size);
  return size;
}
