import type { JsonObject, Schema } from '../../../base/model/schema.js';
import type { ServerError } from '../../../base/helper/protocol.js';
import { misfits } from '../../../base/values/fits.js';
import { failedRule } from './failed-rule.js';
import { movesFor } from './sample-moves.js';

/** Returns why the API server rejects an object; undefined if no more questions are allowed. */
export type Verdict = (object: JsonObject) => Promise<readonly ServerError[] | undefined>;

/** An object with its verdict, and its errors by identity: the API server visits fields in no particular order. */
interface Judged {
  readonly object: JsonObject;
  readonly errors: ReadonlyMap<string, ServerError>;
}

type Judge = (object: JsonObject) => Promise<Judged | undefined>;

/** Maximum number of changes for one error, of objects that are changed further, and of changes of one object. */
const deepest = 2;
const widest = 5;
const mostMoves = 90;
/** Number of concurrent questions. */
const batch = 8;

/**
 * Searches for a small change after which an object is accepted. The errors are solved one after the other, each with a
 * change of one field, or else of two. The search is deterministic.
 * @returns the changed object, with the errors that no change has solved; undefined without an answer
 */
export async function searchSample(
  schema: Schema,
  object: JsonObject,
  verdict: Verdict,
): Promise<{ readonly object: JsonObject; readonly errors: readonly ServerError[] } | undefined> {
  const root = withMetadata(schema);
  const judge: Judge = async (each) => {
    const errors = await verdict(each);
    return errors && { object: each, errors: new Map(errors.map((error) => [keyOf(root, error), error])) };
  };
  let found: Judged | undefined;
  for (let next = await judge(object); next !== undefined; next = await better(root, next, judge)) found = next;
  return found && { object: found.object, errors: [...found.errors.values()] };
}

/** Returns the identity of an error: the rule and the field, or the message. */
function keyOf(root: Schema, error: ServerError): string {
  const { field = '', message } = error;
  return `${field} ${failedRule(root, error)?.validation.rule ?? message}`;
}

/** Returns an object without one of the errors, and without new ones; undefined if none is found. */
async function better(root: Schema, start: Judged, judge: Judge): Promise<Judged | undefined> {
  for (const key of [...start.errors.keys()].toSorted()) {
    const isSolved = ({ errors }: Judged): boolean =>
      !errors.has(key) && [...errors.keys()].every((each) => start.errors.has(each));
    const seen = new Set([JSON.stringify(start.object)]);
    let level: readonly Judged[] = [start];
    for (let depth = 0; depth < deepest; depth += 1) {
      const next: Judged[] = [];
      for (const { object, errors } of level) {
        // Objects with other errors are changed further.
        const about = errors.has(key) ? [errors.get(key)!] : [...errors.values()];
        for await (const each of judged(newMoves(root, object, about, seen), judge)) {
          if (isSolved(each)) return each;
          next.push(each);
        }
      }
      level = next.slice(0, widest);
    }
  }
  return undefined;
}

/** Yields objects with their errors, until no more questions are allowed. */
async function* judged(objects: readonly JsonObject[], judge: Judge): AsyncGenerator<Judged> {
  for (let start = 0; start < objects.length; start += batch) {
    const answers = await Promise.all(objects.slice(start, start + batch).map(judge));
    yield* answers.filter((each) => each !== undefined);
    if (answers.includes(undefined)) return;
  }
}

/** Returns changed objects that match the schema and have not been tried for this error. */
function newMoves(
  root: Schema,
  object: JsonObject,
  errors: readonly ServerError[],
  seen: Set<string>,
): readonly JsonObject[] {
  const moves: JsonObject[] = [];
  for (const move of movesFor(root, object, errors)) {
    const text = JSON.stringify(move);
    if (seen.has(text) || !isFitting(root, move)) continue;
    seen.add(text);
    if (moves.push(move) === mostMoves) break;
  }
  return moves;
}

/** The schema of the name, which every object has, and which rules can read. */
const name: Schema = { type: 'string', minLength: 1, maxLength: 253, pattern: '^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$' };

function withMetadata(schema: Schema): Schema {
  const others = (schema.properties ?? []).filter((each) => each.name !== 'status');
  const metadata: Schema = { type: 'object', properties: [{ name: 'name', required: true, schema: name }] };
  return { ...schema, properties: [{ name: 'metadata', required: true, schema: metadata }, ...others] };
}

/** Reports whether an object matches its schema, which has no field that every object has, except the name. */
function isFitting(root: Schema, { apiVersion: _version, kind: _kind, metadata, ...fields }: JsonObject): boolean {
  return misfits(root, { ...fields, metadata: { name: (metadata as JsonObject)['name'] ?? '' } }).length === 0;
}
