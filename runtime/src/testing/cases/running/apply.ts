import { setTimeout as sleep } from 'node:timers/promises';
import { isAlreadyExists, isConflict } from '../../../client/error-reasons.js';
import { messageOf } from '../../../errors/causes.js';
import type { JsonObject } from '../../../json/json-object.js';
import type { CaseObject } from '../model.js';
import { targetOf, type Target } from './check-objects.js';
import type { StepContext } from './context.js';
import type { Failure } from './result.js';
import { printable } from '../matching/show.js';

/** Milliseconds before a write is repeated. */
const pauseMs = 100;

/**
 * Creates an object, or changes it with a merge patch if it exists. What it creates is deleted at the end of the case.
 * Never throws.
 */
export async function applyObject(object: CaseObject, context: StepContext): Promise<Failure | undefined> {
  try {
    const target = await targetOf(object, context);
    const { name } = target;
    if (name === undefined) {
      const message = `the ${object.kind} has no name`;
      return {
        message,
        details: ['Add metadata.name: objects are created or changed by their names.'],
        place: object.place,
      };
    }
    const isNew = await write({ ...target, name }, context);
    if (isNew && !context.skipDelete) {
      const { kind, namespace } = target;
      context.atEnd(async () => void (await context.cluster.delete(kind, { name, namespace })));
    }
    return undefined;
  } catch (error) {
    return {
      message: `the ${object.kind} cannot be applied: ${printable(messageOf(error))}`,
      details: [],
      place: object.place,
    };
  }
}

/** Writes an object, again if another client has written it at the same time. @returns whether it was created */
async function write(target: Target & { readonly name: string }, context: StepContext): Promise<boolean> {
  const { cluster, timeout, signal } = context;
  const { kind, fields, name, namespace } = target;
  const deadline = performance.now() + timeout * 1000;
  for (;;) {
    try {
      const found = await cluster.get(kind, { name, namespace });
      if (found === undefined) await cluster.create(kind, fields);
      else await cluster.mergePatch(kind, { name, namespace }, patchOf(fields, found.metadata?.resourceVersion));
      return found === undefined;
    } catch (error) {
      const isRetried = isConflict(error) || isAlreadyExists(error);
      if (!isRetried || (timeout > 0 && performance.now() > deadline)) throw error;
      await sleep(pauseMs, undefined, { signal });
    }
  }
}

function patchOf(fields: JsonObject, resourceVersion: string | undefined): JsonObject {
  return { ...fields, metadata: { ...(fields['metadata'] as JsonObject), resourceVersion } };
}
