import { messageOf } from '../../../../errors/causes.js';
import type { DeleteOperation } from '../../chainsaw/model.js';
import type { CaseCluster, ObjectName, Propagation, ServedKind } from '../../cluster/case-cluster.js';
import { printable } from '../../matching/show.js';
import type { CaseObject, Place } from '../../model.js';
import { nameOf } from '../check-objects.js';
import type { Failure } from '../result.js';
import { outcomeFailure } from './expectations.js';
import type { OperationContext } from './operation-context.js';
import { exactTarget, filled, objectsOf } from './targets.js';
import { until } from './until.js';

/**
 * Deletes an object, or all with its labels, and waits until they are gone.
 * @returns the first failure
 * @throws Error if an expression cannot be evaluated, or the objects cannot be read
 */
export async function runDelete(
  operation: DeleteOperation,
  object: CaseObject,
  context: OperationContext,
): Promise<Failure | undefined> {
  const { isTemplate, expectations, propagation } = operation;
  const target = await exactTarget(filled(object, isTemplate, context.values), context);
  const place = object.place;
  const failures: Failure[] = [];
  const deleted: ObjectName[] = [];
  for (const each of await objectsOf(target, context)) {
    const { name = '', namespace } = each.metadata ?? {};
    let error: unknown;
    try {
      await context.cluster.delete(target.kind, { name, namespace }, propagation);
      deleted.push({ name, namespace });
    } catch (thrown) {
      error = thrown;
    }
    const what = `${nameOf(object.kind, each.metadata)} cannot be deleted`;
    const failure = outcomeFailure(expectations, each, error, context, { what, place });
    if (failure !== undefined) failures.push(failure);
  }
  const start = performance.now();
  for (const each of deleted) {
    const left = context.seconds - (performance.now() - start) / 1000;
    const failure = await gone({ kind: target.kind, key: each, kindName: object.kind, place }, left, context);
    if (failure !== undefined) failures.push(failure);
  }
  return failures[0];
}

/** Object that is being deleted. */
export interface Doomed {
  readonly kind: ServedKind;
  readonly key: ObjectName;
  /** Name of its kind, for messages. */
  readonly kindName: string;
  readonly place?: Place | undefined;
}

/** Deletes an object of a step after the case, and waits until it is gone. Never throws. */
export async function cleanUpObject(
  doomed: Doomed,
  propagation: Propagation,
  seconds: number,
  cluster: CaseCluster,
): Promise<Failure | undefined> {
  try {
    const existed = await cluster.delete(doomed.kind, doomed.key, propagation);
    // Also after the run was interrupted.
    const { signal } = new AbortController();
    return existed ? await gone(doomed, seconds, { cluster, signal }) : undefined;
  } catch (error) {
    return failed(doomed, `cannot be deleted: ${printable(messageOf(error))}`);
  }
}

async function gone(
  doomed: Doomed,
  seconds: number,
  { cluster, signal }: { readonly cluster: CaseCluster; readonly signal: AbortSignal },
): Promise<Failure | undefined> {
  const { kind, key } = doomed;
  return until(seconds, signal, async () => {
    const left = await cluster.get(kind, key);
    return left === undefined ? undefined : failed(doomed, `still exists after ${Math.round(seconds)} s`);
  });
}

function failed({ kindName, key, place }: Doomed, problem: string): Failure {
  return { message: `${nameOf(kindName, key)} ${problem}`, details: [], place };
}
