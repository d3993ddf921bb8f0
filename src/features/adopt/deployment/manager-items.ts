import { standardFlags } from '@operator-gen/runtime';
import { textAt, textsAt } from '../../../base/model/json-at.js';
import { kindOf, nameOf } from '../../../base/model/kubernetes-object.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { BuiltObject } from '../../../output/kustomize/build.js';
import { startedBy } from '../../../output/kustomize/container-words.js';
import { otherContainers, type OperatorWorkload } from '../../../output/kustomize/operator-workloads.js';
import { withChanges, type ConfigChange } from '../config/config-changes.js';
import { goDeployment } from './go-deployment.js';
import { left } from '../left.js';
import { managerArguments, type ManagerArgument } from './manager-arguments.js';
import { operatorContainers, type OperatorContainer } from './operator-containers.js';
import type { Source } from '../source.js';

const known: ReadonlySet<string> = new Set(Object.keys(standardFlags));

/** The memory in MiB below which Node.js with a filled cache is killed. */
const leastMemory = 200;

/**
 * Reports what the container of the new operator does not support: arguments that it rejects, and too little memory.
 * @param changes the changes of `config/`, which can remove arguments
 */
export function managerItems(
  source: Source,
  config: ReadonlyMap<string, string>,
  changes: readonly ConfigChange[],
): readonly Diagnostic[] {
  const after = withChanges(config, changes);
  // Files of another folder do not change.
  const texts = source.isHere ? after : config;
  const deployed = new Map([...(source.composed?.texts ?? []), ...after]);
  const changed = goDeployment((path) => deployed.get(path), source.clues);
  const containers = operatorContainers(
    after,
    changed.workloads.length > 0 ? changed : source.deployment,
    source.clues,
  );
  return [
    ...managerArguments(source, texts, containers).flatMap(argumentItem),
    ...otherItems(changed.objects, source, texts),
    ...source.deployment.workloads.flatMap((each) => guessItems(each, source)),
    ...operatorContainers(texts, source.deployment, source.clues).flatMap((each) => scriptItems(each, source)),
    ...containers.flatMap((each) => memoryItems(each, source, texts)),
  ];
}

/** Reports a workload in which no container is known to run the operator. */
function guessItems({ built, container, isGuess }: OperatorWorkload, source: Source): readonly Diagnostic[] {
  if (!isGuess) return [];
  const { object, file, declaredName } = built;
  const instead = `nothing says which container runs it, and adopt took the first one, ${textAt(container, 'name')}: if it is another one, set the annotation kubectl.kubernetes.io/default-container of the Pod to its name, and run adopt again`;
  const place = { file: source.shown(file), line: 1, column: 1 };
  return [left(`the container of the operator in ${kindOf(object)} ${declaredName}`, instead, place)];
}

/** Reports what a shell does before or around the Go operator: the image of the new one has no shell. */
function scriptItems({ container, file }: OperatorContainer, source: Source): readonly Diagnostic[] {
  const { script } = startedBy(container);
  if (script === undefined) return [];
  const instead =
    'the image of the new operator has no shell: set the arguments that the script computes, and move the other steps elsewhere';
  return [
    left(`the script ${JSON.stringify(script)} of the operator`, instead, {
      file: source.shown(file),
      line: 1,
      column: 1,
    }),
  ];
}

/**
 * Reports the arguments of other containers with the image of the operator, such as those of a CronJob, that the new
 * operator rejects.
 */
function otherItems(
  objects: readonly BuiltObject[],
  source: Source,
  texts: ReadonlyMap<string, string>,
): readonly Diagnostic[] {
  return otherContainers(objects, source.clues).flatMap(({ built: { object, declaredName, file }, container }) => {
    // With a command, they can be the arguments of another program.
    if (textsAt(container, 'command').length > 0) return [];
    const of = { workload: object, container, names: [declaredName, nameOf(object)], file };
    return managerArguments(source, texts, [of]).flatMap((each) => {
      const own = `give the container ${textAt(container, 'name')} of ${kindOf(object)} ${declaredName} a program of its own, or remove the container: without the argument, it would run the operator`;
      const name = `the argument ${each.shown}`;
      if (each.after !== undefined || known.has(each.name)) return argumentItem(each);
      return each.name === ''
        ? [left(name, `the new operator has no such command: ${own}`, each.position)]
        : [left(name, `the new operator rejects it: ${own}; or add the flag in src/main.ts`, each.position)];
    });
  });
}

function argumentItem({ name, shown, value, position, after }: ManagerArgument): readonly Diagnostic[] {
  const instead = after === undefined ? insteadOf(name, shown, value) : insteadOfValue(shown, after);
  return instead === undefined ? [] : [left(`the argument ${shown}`, instead, position)];
}

/** Returns what to do about an argument; undefined if the new operator accepts it. */
function insteadOf(name: string, shown: string, value = ''): string | undefined {
  if (!known.has(name)) return 'the new operator rejects it: remove it, or add the flag in src/main.ts';
  if (!shown.startsWith('--')) return `the new operator rejects one dash: write --${name}`;
  const isBoolean = standardFlags[name as keyof typeof standardFlags].type === 'boolean';
  return isBoolean && !['', 'true', 'false'].includes(value)
    ? `the new operator rejects the value ${value}: write true or false`
    : undefined;
}

/** Returns what to do about a word after a switch: Go accepts such a value only after `=`, and Node.js does not. */
function insteadOfValue(shown: string, after: string): string {
  return /^(?:true|false)$/.test(shown)
    ? `Go ignores it, and the new operator takes it as the value of --${after}: remove it`
    : 'the new operator rejects it: remove it';
}

/** Returns what to do about a memory limit; undefined if it is large enough. */
export function memoryRemedy(limit: string): string | undefined {
  const isSmall = /^\d+Mi$/.test(limit) && Number.parseInt(limit, 10) < leastMemory;
  return isSmall ? 'Node.js needs more than a Go operator: set 256Mi, as in a new project' : undefined;
}

function memoryItems(
  { container, file }: OperatorContainer,
  source: Source,
  texts: ReadonlyMap<string, string>,
): readonly Diagnostic[] {
  const limit = textAt(container, 'resources', 'limits', 'memory');
  const instead = memoryRemedy(limit);
  if (instead === undefined) return [];
  const paths = [file, ...texts.keys()];
  const lineIn = (path: string): number =>
    (texts.get(path) ?? '').split('\n').findIndex((one) => one.includes(`memory: ${limit}`)) + 1;
  const path = paths.find((each) => lineIn(each) > 0) ?? file;
  const place = { file: source.shown(path), line: Math.max(1, lineIn(path)), column: 1 };
  return [left(`the memory limit ${limit}`, instead, place)];
}
