import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../errors/causes.js';
import type { ObjectName, ServedKind } from '../cluster/case-cluster.js';
import { printable } from '../matching/show.js';
import type { DeletedObjects } from '../model.js';
import type { StepContext } from './context.js';
import type { Failure } from './result.js';

/** Milliseconds between two looks at what is being deleted. */
const pauseMs = 100;

/** Object that is being deleted. */
interface Doomed extends ObjectName {
  readonly served: ServedKind;
  readonly reference: DeletedObjects;
}

/**
 * Deletes objects, and waits until they are gone. Never throws.
 * @param seconds time limit of the wait
 */
export async function deleteObjects(
  references: readonly DeletedObjects[],
  seconds: number,
  context: StepContext,
): Promise<Failure | undefined> {
  const doomed: Doomed[] = [];
  for (const reference of references) {
    try {
      doomed.push(...(await namedBy(reference, context)));
    } catch (error) {
      return failed(reference, `cannot be found: ${printable(messageOf(error))}`);
    }
  }
  for (const each of doomed) {
    try {
      await context.cluster.delete(each.served, each);
    } catch (error) {
      return failed(each.reference, `cannot be deleted: ${printable(messageOf(error))}`, each.name);
    }
  }
  return gone(doomed, seconds, context);
}

async function namedBy(
  reference: DeletedObjects,
  { cluster, namespace: usual }: StepContext,
): Promise<readonly Doomed[]> {
  const served = await cluster.kindOf(reference);
  const namespace = served.isNamespaced ? (reference.namespace ?? usual) : undefined;
  if (reference.name !== undefined) return [{ served, reference, name: reference.name, namespace }];
  const found = await cluster.list(served, namespace, reference.labels);
  return found.map(({ metadata = {} }) => ({
    served,
    reference,
    name: metadata.name!,
    namespace: metadata.namespace,
  }));
}

async function gone(doomed: readonly Doomed[], seconds: number, context: StepContext): Promise<Failure | undefined> {
  const deadline = performance.now() + seconds * 1000;
  let left = doomed;
  for (;;) {
    let problem = 'still exists';
    const there: Doomed[] = [];
    for (const each of left) {
      try {
        if ((await context.cluster.get(each.served, each)) !== undefined) there.push(each);
      } catch (error) {
        there.push(each);
        problem = `cannot be read: ${printable(messageOf(error))}`;
      }
    }
    const [first] = there;
    if (first === undefined) return undefined;
    left = there;
    if (performance.now() > deadline) return failed(first.reference, `${problem} after ${seconds} s`, first.name);
    await sleep(pauseMs, undefined, { signal: context.signal });
  }
}

function failed({ kind, place, name: given = '' }: DeletedObjects, problem: string, name = given): Failure {
  return { message: `${kind} ${name}`.trim() + ` ${problem}`, details: [], place };
}
