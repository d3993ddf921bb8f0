import type { CaseStep } from '../model.js';
import { applyObject } from './apply.js';
import { checkStep } from './check-step.js';
import { runCommand, runCommands } from './commands.js';
import type { StepContext } from './context.js';
import { deleteObjects } from './delete.js';
import type { Failure, StepResult } from './result.js';

/** Returns the name of a step in reports. */
export function stepName({ index, name }: CaseStep): string {
  return `${index}-${name}`;
}

/** Runs a step: deletes, runs commands, applies and checks. After a failure, its collectors run. */
export async function runStep(step: CaseStep, context: StepContext): Promise<StepResult> {
  const start = performance.now();
  const outcome = await outcomeOf(step, context);
  return {
    name: stepName(step),
    seconds: (performance.now() - start) / 1000,
    assertions: step.asserts.length + step.errors.length,
    ...outcome,
  };
}

async function outcomeOf(step: CaseStep, context: StepContext): Promise<Pick<StepResult, 'failures' | 'limit'>> {
  const seconds = step.timeout ?? context.timeout;
  const notDeleted = await deleteObjects(step.deletes, seconds, context);
  if (notDeleted !== undefined) return { failures: [notDeleted] };
  // As in kuttl, a command that fails does not keep the objects from being applied.
  const changes: Failure[] = [];
  const ofCommands = await runCommands(step.commands, context.timeout, context);
  if (ofCommands !== undefined) changes.push(ofCommands);
  for (const each of step.applies) {
    const failure = await applyObject(each, context);
    if (failure !== undefined) changes.push(failure);
  }
  if (changes.length > 0) return { failures: changes };
  const failures = await checkStep(step, seconds, context);
  if (failures.length > 0) await collect(step, context);
  return { failures, limit: seconds };
}

async function collect({ collectors }: CaseStep, context: StepContext): Promise<void> {
  for (const { name, command } of collectors) {
    context.output.add(`--- ${name}`);
    const failure = await runCommand(command, context.timeout, context);
    if (failure !== undefined) context.output.add(failure.message);
  }
}
