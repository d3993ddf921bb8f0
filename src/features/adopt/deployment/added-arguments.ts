import { textAt, textsAt } from '../../../base/model/json-at.js';
import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { otherDeployments, type OtherDeployment } from '../../../output/kustomize/other-deployments.js';
import { startedBy } from '../../../output/kustomize/container-words.js';
import { operatorWorkloads, type OperatorWorkload } from '../../../output/kustomize/operator-workloads.js';
import { kustomizationIn } from '../../../project/paths.js';
import { changed, withChanges, type ConfigChange } from '../config/config-changes.js';
import { withoutFlag } from '../project/flag-words.js';
import { goDeployment } from './go-deployment.js';
import type { GoCode } from '../project/go-code.js';
import { configurationsFor } from '../project/go-configuration.js';
import { leaderElection, leaseNamespace, metricsAddress } from '../project/go-settings.js';
import { withImageStart } from '../project/image-start.js';
import { left } from '../left.js';
import { managerArguments } from './manager-arguments.js';
import { metricsAccess } from './metrics-access.js';
import {
  neededArguments,
  unknownSettings,
  type NeededArgument,
  type SettingsInput,
  type UnknownSetting,
} from '../project/manager-settings.js';
import {
  containersOf,
  isOperatorContainer,
  isOperatorWorkload,
  keyOf,
  operatorContainers,
  withContainers,
  type OperatorContainer,
} from './operator-containers.js';
import type { Source } from '../source.js';
import { joined, workloadFiles } from './workload-files.js';

/**
 * The files of config/ with arguments that the new operator needs, and problems for arguments that could not be added
 * to any file.
 */
export interface AddedArguments {
  readonly changes: readonly ConfigChange[];
  readonly problems: readonly Diagnostic[];
}

/**
 * Adds the arguments to `config/` that preserve the behavior of the Go operator: the new operator has different defaults.
 * @param before the other changes of config/
 */
export function addedArguments(
  source: Source,
  input: SettingsInput,
  config: ReadonlyMap<string, string>,
  before: readonly ConfigChange[],
): AddedArguments {
  const { containers } = input;
  let changes = before;
  const unknown = unknownSettings(input);
  const problems = [
    ...unknown.map(({ name, instead, position }) => left(`the option ${name} of the manager`, instead, position)),
    ...unservedMetrics(unknown),
    ...unknownElection(unknown),
  ];
  // Without a workload, config/manager is scaffolded.
  for (const each of neededByWorkloads(source, input, config)) {
    const those = containers.filter((container) => each.workloads.has(keyOf(container)));
    const change = changeWith(each, source, withChanges(config, changes), workloadFiles(config, those));
    if (change === undefined) problems.push(problemOf(each, source));
    else changes = joined(changes, change);
  }
  const texts = { before: config, after: withChanges(config, changes) };
  return { changes, problems: [...problems, ...metricsAccess(input), ...elsewhere(source, input, texts)] };
}

/** Returns the known facts about the Go operator. */
export function settingsInput(
  source: Source,
  files: GoCode['files'],
  config: ReadonlyMap<string, string>,
): SettingsInput {
  const given = managerArguments(source, config);
  const { objects } = source.deployment;
  const containers = operatorContainers(config, source.deployment, source.clues);
  return { files, given, containers, objects, configurations: configurationsFor(given, config) };
}

/** An argument with the workloads that need it. */
interface WorkloadsArgument extends NeededArgument {
  readonly workloads: ReadonlySet<string>;
}

/** Returns the arguments that the operator's workloads need: one can lack a certificate that another one mounts. */
function neededByWorkloads(
  source: Source,
  input: SettingsInput,
  config: ReadonlyMap<string, string>,
): readonly WorkloadsArgument[] {
  const found = new Map<string, WorkloadsArgument>();
  for (const each of input.containers)
    for (const needed of neededBy(each, source, input, config)) {
      const key = JSON.stringify([needed.argument, needed.replaces]);
      const workloads = new Set([...(found.get(key)?.workloads ?? []), keyOf(each)]);
      found.set(key, { ...(found.get(key) ?? needed), workloads });
    }
  return [...found.values()];
}

/** Returns the arguments that a container of the operator needs, given its own arguments and mounts. */
function neededBy(
  container: OperatorContainer,
  source: Source,
  input: SettingsInput,
  config: ReadonlyMap<string, string>,
): readonly NeededArgument[] {
  const containers = [container];
  const given = managerArguments(source, config, containers);
  return neededArguments({ ...input, containers, given, configurations: configurationsFor(given, config) });
}

interface Texts {
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
}

/**
 * Reports the other kustomizations whose operator does not get the arguments that it needs: they replace arguments,
 * select them by index, or lack those that `config/default` adds.
 */
function elsewhere(source: Source, input: SettingsInput, { before, after }: Texts): readonly Diagnostic[] {
  const has = new Map(deploymentsIn(after).map(({ folder, objects }) => [folder, argumentsOf(objects, source)]));
  return deploymentsIn(before).flatMap(({ folder, objects }) => {
    const given = has.get(folder) ?? [];
    const workloads = withImageStart(operatorWorkloads(objects, source.clues), source.image);
    const containers = operatorContainers(before, { workloads });
    const needed = containers.map((each) => neededBy(each, source, { ...input, objects }, before));
    const wanted = wordsOf(workloads).map((words, index) =>
      needed[index]!.reduce((all, one) => withArgument(all, one, source), words),
    );
    if (JSON.stringify(wanted.map(sorted)) === JSON.stringify(given.map(sorted))) return [];
    const instead = `it has ${listed(given)}; change its patches so that it has ${listed(wanted)}`;
    const file = kustomizationIn(folder, (path) => after.has(path)) ?? folder;
    return [left(`the arguments of the operator that ${folder} deploys`, instead, { file, line: 1, column: 1 })];
  });
}

function deploymentsIn(texts: ReadonlyMap<string, string>): readonly OtherDeployment[] {
  return otherDeployments([...texts.keys()], (path) => texts.get(path));
}

/** Returns the arguments of each container of the operator, including those in commands. */
function wordsOf(workloads: readonly OperatorWorkload[]): readonly (readonly string[])[] {
  return workloads.map(({ container }) => startedBy(container).words);
}

/** Returns the arguments of each container of the operator, except for those in a command that is removed. */
function argumentsOf(objects: OtherDeployment['objects'], { clues }: Source): readonly (readonly string[])[] {
  return operatorWorkloads(objects, clues).map(({ container }) => textsAt(container, 'args'));
}

function listed(all: readonly (readonly string[])[]): string {
  return all.map((words) => words.join(' ') || 'none').join('; ');
}

function problemOf({ argument, setting, value, reason, position }: NeededArgument, source: Source): Diagnostic {
  const [workload] = source.deployment.workloads;
  const place = position ?? { file: source.shown(workload?.built.file ?? 'config'), line: 1, column: 1 };
  return setting === metricsAddress
    ? diagnostic('metrics-not-served', { address: value }, place)
    : diagnostic('argument-needed', { argument, reason }, place);
}

/** Warns of metrics whose address is known only at run time: without an argument, the new operator serves none. */
function unservedMetrics(unknown: readonly UnknownSetting[]): readonly Diagnostic[] {
  const found = unknown.find(({ flags }) => flags.includes(metricsAddress.flag));
  const address = 'an address that is known only at run time';
  return found === undefined ? [] : [diagnostic('metrics-not-served', { address }, found.position)];
}

const unknownElections = [
  [leaderElection.flag, '--leader-elect', 'the Go operator can elect a leader, which is known only at run time'],
  [
    leaseNamespace.flag,
    '--leader-election-namespace',
    'the Go operator has its Lease in a namespace that is known only at run time, and in different ones, both operators are active at the same time',
  ],
] as const;

/**
 * Warns of leader election that is enabled only at run time: without an argument, several operators are active at the
 * same time. The same applies if the namespace of the Lease is unknown.
 */
function unknownElection(unknown: readonly UnknownSetting[]): readonly Diagnostic[] {
  return unknownElections.flatMap(([flag, argument, reason]) => {
    const found = unknown.find(({ flags }) => flags.includes(flag));
    return found === undefined ? [] : [diagnostic('argument-needed', { argument, reason }, found.position)];
  });
}

/** Returns the first change of a file that gives the operator an argument in the deployed objects. */
function changeWith(
  needed: WorkloadsArgument,
  source: Source,
  texts: ReadonlyMap<string, string>,
  paths: readonly string[],
): ConfigChange | undefined {
  const { argument, reason, replaces } = needed;
  const operators = operatorContainers(texts, source.deployment, source.clues).filter((each) =>
    needed.workloads.has(keyOf(each)),
  );
  const declaring = new Set(operators.map(({ file }) => file));
  const instead = replaces === undefined ? '' : ` in place of --${replaces}`;
  for (const path of paths) {
    const [change] = changed(path, texts, (object) => {
      if (!isOperatorWorkload(object, operators)) return undefined;
      const containers = containersOf(object).map((each) => {
        const isOperator = isOperatorContainer(object, textAt(each, 'name'), operators);
        const isChanged = isOperator && (each['args'] !== undefined || declaring.has(path));
        return isChanged ? { ...each, args: withArgument(textsAt(each, 'args'), needed, source) } : each;
      });
      return { object: withContainers(object, containers), what: [`with ${argument}${instead}, because ${reason}`] };
    });
    if (change !== undefined && isDeployed(needed, source, { before: texts, after: withChanges(texts, [change]) }))
      return change;
  }
  return undefined;
}

/** Returns arguments with an additional one, and without those that it replaces. */
function withArgument(
  words: readonly string[],
  { argument, replaces, isSwitch }: NeededArgument,
  { declared }: Source,
): readonly string[] {
  const kept = replaces === undefined ? words : withoutFlag(words, { name: replaces, isSwitch }, declared);
  return [...kept, argument];
}

/**
 * Reports whether workloads get an argument in the deployed objects, and nothing else changes: patches can select
 * arguments by index.
 */
function isDeployed(needed: WorkloadsArgument, source: Source, { before, after }: Texts): boolean {
  const [had, has] = [before, after].map((texts) =>
    operatorContainers(
      texts,
      goDeployment((path) => texts.get(path), source.clues),
      source.clues,
    ).map((each) => ({ key: keyOf(each), words: textsAt(each.container, 'args') })),
  );
  const wanted = had!.map(({ key, words }) =>
    needed.workloads.has(key) ? withArgument(words, needed, source) : words,
  );
  return (
    wanted.length > 0 && JSON.stringify(has!.map(({ words }) => sorted(words))) === JSON.stringify(wanted.map(sorted))
  );
}

const sorted = (words: readonly string[]): readonly string[] => words.toSorted();
