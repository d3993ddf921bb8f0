import type { JsonObject, Schema } from '../../../base/model/schema.js';
import type { ServerError } from '../../../base/helper/protocol.js';
import { misfits } from '../../../base/values/fits.js';
import { failedRule, valueAt } from './failed-rule.js';
import { movesFor } from './sample-moves.js';

/** Returns why the API server rejects an object; undefined if it can be asked no more. */
export type Verdict = (object: JsonObject) => Promise<readonly ServerError[] | undefined>;

/** An object that was refused. */
interface Refused {
  readonly object: JsonObject;
  readonly errors: readonly ServerError[];
}

/** The context of a search. */
interface Search {
  readonly root: Schema;
  readonly verdict: Verdict;
}

/** Maximum number of changes for one error, of objects that are changed further, and of changes of one object. */
const deepest = 4;
const widest = 5;
const mostMoves = 90;
/** Number of questions that are asked at once. */
const batch = 8;

/**
 * Searches a small change with which an object is accepted. The errors are solved one after the other, each with changes
 * of one field if possible, then of two, and so on. The search takes the same way each time.
 */
export async function searchSample(
  schema: Schema,
  object: JsonObject,
  verdict: Verdict,
): Promise<JsonObject | undefined> {
  const search: Search = { root: withMetadata(schema), verdict: remembering(verdict) };
  const errors = await search.verdict(object);
  let state = errors && { object, errors };
  while (state !== undefined && state.errors.length > 0) state = await solveOne(search, state);
  return state?.object;
}

/** Asks about each object once. */
function remembering(verdict: Verdict): Verdict {
  const known = new Map<string, ReturnType<Verdict>>();
  return (object) => {
    const key = JSON.stringify(object);
    const answer = known.get(key) ?? verdict(object);
    known.set(key, answer);
    return answer;
  };
}

/** Returns an object with fewer of the errors, and without others; undefined if none is found. */
async function solveOne(search: Search, state: Refused): Promise<Refused | undefined> {
  // The API server visits fields in no particular order.
  const keys = new Map(state.errors.map((each) => [keyOf(search.root, each), each]));
  for (const [key, error] of [...keys].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const isSolved = (errors: readonly string[]): boolean =>
      !errors.includes(key) && errors.every((each) => keys.has(each));
    const solved = await solve(search, { ...state, errors: [error] }, isSolved);
    if (solved !== undefined) return solved;
  }
  return undefined;
}

async function solve(
  search: Search,
  first: Refused,
  isSolved: (keys: readonly string[]) => boolean,
): Promise<Refused | undefined> {
  const focus = keyOf(search.root, first.errors[0]!);
  const seen = new Set([JSON.stringify(first.object)]);
  let refused: readonly Refused[] = [first];
  for (let depth = 0; depth < deepest && refused.length > 0; depth += 1) {
    const next: Refused[] = [];
    for (const each of refused) {
      for await (const tried of tryMoves(search, newMoves(search.root, each, seen))) {
        const keys = tried.errors.map((error) => keyOf(search.root, error));
        if (isSolved(keys)) return tried;
        // Other errors of the object are solved later.
        const own = tried.errors.filter((_, index) => keys[index] === focus);
        next.push({ object: tried.object, errors: own.length > 0 ? own : tried.errors });
      }
    }
    refused = next.toSorted((one, other) => distance(one, first) - distance(other, first)).slice(0, widest);
  }
  return undefined;
}

/** Returns 0 for an object with another error, which is probably nearer to the end. */
function distance({ errors }: Refused, first: Refused): number {
  return errors.length - 1 + (sortOf(errors[0]) === sortOf(first.errors[0]) ? 1 : 0);
}

/** Returns a message without the values in it. */
function sortOf(error: ServerError | undefined): string | undefined {
  return error?.message.replaceAll(/"[^"]*"/g, '');
}

/** Yields changed objects with their errors. */
async function* tryMoves({ verdict }: Search, moves: readonly JsonObject[]): AsyncGenerator<Refused> {
  for (let start = 0; start < moves.length; start += batch) {
    const objects = moves.slice(start, start + batch);
    const answers = await Promise.all(objects.map(verdict));
    for (const [index, object] of objects.entries()) {
      const errors = answers[index];
      if (errors !== undefined) yield { object, errors };
    }
    if (answers.includes(undefined)) return;
  }
}

/** Returns changed objects that fit the schema and that have not been tried for this error. */
function newMoves(root: Schema, { object, errors }: Refused, seen: Set<string>): readonly JsonObject[] {
  const moves: JsonObject[] = [];
  for (const move of movesFor(root, object, errors)) {
    const text = JSON.stringify(move);
    if (seen.has(text) || !isFitting(root, move)) continue;
    seen.add(text);
    moves.push(move);
    if (moves.length === mostMoves) break;
  }
  return moves;
}

/** Returns what identifies an error: the rule and the field, or the message. */
function keyOf(root: Schema, error: ServerError): string {
  const { field = '', message } = error;
  return `${field} ${failedRule(root, error)?.validation.rule ?? message}`;
}

/** Every object has a name, which rules can read. */
const metadata: Schema = {
  type: 'object',
  properties: [
    {
      name: 'name',
      required: true,
      schema: { type: 'string', minLength: 1, maxLength: 253, pattern: '^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$' },
    },
  ],
};

function withMetadata(schema: Schema): Schema {
  const others = (schema.properties ?? []).filter(({ name }) => name !== 'status');
  return { ...schema, properties: [{ name: 'metadata', required: true, schema: metadata }, ...others] };
}

function isFitting(root: Schema, object: JsonObject): boolean {
  // The fields of every object are not in the schema.
  const name = valueAt(object, ['metadata', 'name']) ?? '';
  const fields = Object.entries(object).filter(([key]) => key !== 'apiVersion' && key !== 'kind');
  return misfits(root, { ...Object.fromEntries(fields), metadata: { name } }).length === 0;
}
