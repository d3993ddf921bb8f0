import type { KubernetesObject } from '../../../../api/object.js';
import type { JsonObject } from '../../../../json/json-object.js';
import type { Values } from '../../chainsaw/expressions/evaluate.js';
import type { WriteOperation } from '../../chainsaw/model.js';
import { printable } from '../../matching/show.js';
import type { CaseObject } from '../../model.js';
import type { Target } from '../check-objects.js';
import { errorText } from './error-text.js';
import { outcomeFailure } from './expectations.js';
import { outputsOf, type OperationContext, type Outcome } from './operation-context.js';
import { exactTarget, filled } from './targets.js';
import { until } from './until.js';

const participles = { apply: 'applied', create: 'created', patch: 'patched', update: 'updated' };

/**
 * Applies, creates, patches or replaces an object, repeatedly until the request has the expected outcome: a kind or a webhook
 * can become available. What it creates is deleted at the end of the case.
 * @throws Error if an expression of the object cannot be evaluated
 */
export async function runWrite(
  operation: WriteOperation,
  object: CaseObject,
  context: OperationContext,
): Promise<Outcome> {
  const written = filled(object, operation.isTemplate, context.values);
  const what = `the ${written.kind} cannot be ${participles[operation.type]}`;
  let outputs: Values = {};
  const failure = await until(context.seconds, context.signal, async () => {
    try {
      const outcome = await attempt(operation, written, what, context);
      ({ outputs } = outcome);
      return outcome.failure;
    } catch (error) {
      return { message: `${what}: ${printable(errorText(error))}`, details: [], place: object.place };
    }
  });
  return { failure, outputs };
}

/** @throws Error if the request is not possible, or an expectation cannot be evaluated */
async function attempt(
  { type, expectations, outputs }: WriteOperation,
  object: CaseObject,
  what: string,
  context: OperationContext,
): Promise<Outcome> {
  const target = await exactTarget(object, context);
  const { kind, name, namespace } = target;
  if (name === undefined) throw new Error('it has no name');
  const found = await context.cluster.get(kind, { name, namespace });
  if (found !== undefined && type === 'create') throw new Error('it exists');
  if (found === undefined && (type === 'patch' || type === 'update')) throw new Error('it does not exist');
  let stored = target.fields;
  let error: unknown;
  try {
    stored = await send(type, { ...target, name }, found, context);
  } catch (thrown) {
    error = thrown;
  }
  const failure = outcomeFailure(expectations, stored, error, context, { what, place: object.place });
  if (failure !== undefined) return { failure, outputs: {} };
  const known = { ...context.values, error: error === undefined ? null : errorText(error) };
  return { outputs: outputsOf(outputs, stored, known) };
}

/** Sends the request; as with chainsaw, unknown fields are errors. @returns the object as it is stored if it is new, otherwise as it was sent */
async function send(
  type: WriteOperation['type'],
  { kind, fields, name, namespace }: Target & { readonly name: string },
  found: KubernetesObject | undefined,
  { cluster: { strict }, onCreated }: OperationContext,
): Promise<JsonObject> {
  if (found === undefined) {
    const stored = await strict.create(kind, fields);
    onCreated(kind, { name, namespace });
    return { ...stored };
  }
  const metadata = { ...(fields['metadata'] as JsonObject), resourceVersion: found.metadata?.resourceVersion };
  if (type === 'update') await strict.update(kind, { ...fields, metadata });
  else await strict.mergePatch(kind, { name, namespace }, { ...fields, metadata });
  return fields;
}
