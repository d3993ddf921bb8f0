import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../../errors/causes.js';
import type { Values } from '../../chainsaw/expressions/evaluate.js';
import type { CheckOperation, DeleteOperation, Operation, WriteOperation } from '../../chainsaw/model.js';
import { printable } from '../../matching/show.js';
import type { CaseObject } from '../../model.js';
import type { Failure } from '../result.js';
import { runCheck } from './check.js';
import { runCommandOperation } from './command.js';
import { runDelete } from './delete.js';
import { runKubectl } from './kubectl.js';
import { withBindings, type OperationContext, type Outcome } from './operation-context.js';
import { runWrite } from './write.js';

/** Runs an operation: its objects one after another, up to the first one that fails. Never throws. */
export async function runOperation(operation: Operation, context: OperationContext): Promise<Outcome> {
  try {
    const values = withBindings(operation.bindings, context.values);
    return await runByType(operation, { ...context, values });
  } catch (error) {
    const failure = { message: printable(messageOf(error)), details: [], place: operation.place };
    return { failure, outputs: {} };
  }
}

async function runByType(operation: Operation, context: OperationContext): Promise<Outcome> {
  switch (operation.type) {
    case 'apply':
    case 'create':
    case 'patch':
    case 'update':
      return forObjects(operation, (each) => runWrite(operation, each, context));
    case 'assert':
    case 'error':
      return forObjects(operation, async (each) => outcome(await runCheck(operation, each, context)));
    case 'delete':
      return forObjects(operation, async (each) => outcome(await runDelete(operation, each, context)));
    case 'command':
    case 'script':
      return runCommandOperation(operation, context);
    case 'sleep':
      await sleep(operation.duration * 1000, undefined, { signal: context.signal });
      return { outputs: {} };
    default:
      return outcome(await runKubectl(operation, context));
  }
}

function outcome(failure: Failure | undefined): Outcome {
  return { failure, outputs: {} };
}

async function forObjects(
  { objects, continueOnError }: WriteOperation | CheckOperation | DeleteOperation,
  run: (object: CaseObject) => Promise<Outcome>,
): Promise<Outcome> {
  let outputs: Values = {};
  let failure: Failure | undefined;
  for (const each of objects) {
    const result = await run(each);
    failure ??= result.failure;
    if (result.failure !== undefined && !continueOnError) break;
    outputs = { ...outputs, ...result.outputs };
  }
  return { failure, outputs };
}
