import { posix } from 'node:path';
import { kindOf } from '../../base/model/kubernetes-object.js';
import { listAt, objectAt, own, textAt } from '../../base/model/json-at.js';
import { isObject, type JsonObject } from '../../base/model/schema.js';
import type { BuiltObject } from './build.js';
import { distinctFlags, isUsualStart, sharedFlags, startedBy } from './container-words.js';
import { isPlaceholder } from './declared-item.js';
import { partsOf } from './transform.js';

/** A workload that runs the operator. */
export interface OperatorWorkload {
  readonly built: BuiltObject;
  /** The container with the operator; others are sidecars. */
  readonly container: JsonObject;
  /** Whether it is only the first of several containers, none of which is known to run the operator. */
  readonly isGuess: boolean;
  /** The name of its service account. */
  readonly account: string;
}

/** The clues, in addition to names, that distinguish the operator's container from sidecars. */
export interface OperatorClues {
  /** The names of the flags that the operator has. */
  readonly flags: ReadonlySet<string>;
  /** The name of its program; empty if it is unknown. */
  readonly program: string;
  /** The names of the containers that are known to run it. */
  readonly containers: ReadonlySet<string>;
}

export const noClues: OperatorClues = { flags: new Set(), program: '', containers: new Set() };

const workloads = /^(?:Deployment|StatefulSet|DaemonSet)$/;
const pod = ['spec', 'template', 'spec'] as const;
/** The paths of Pod specifications, by kind. */
const pods: Readonly<Record<string, readonly string[]>> = {
  ...{ Deployment: pod, StatefulSet: pod, DaemonSet: pod, Job: pod },
  CronJob: ['spec', 'jobTemplate', ...pod],
  Pod: ['spec'],
};
const defaultContainer = ['spec', 'template', 'metadata', 'annotations', 'kubectl.kubernetes.io/default-container'];
/** The name of the container in projects of kubebuilder and operator-gen. */
const usualName = 'manager';

/**
 * Returns the workloads that run the operator. There can be several, for example one for controllers and one for
 * webhooks. The only workload of a project always runs its operator.
 */
export function operatorWorkloads(
  objects: readonly BuiltObject[],
  clues: OperatorClues = noClues,
): readonly OperatorWorkload[] {
  const all = objects.flatMap((built) => workloadOf(built, clues) ?? []);
  const usual = all.filter(({ container }) => isUsual(container));
  if (usual.length > 0) return ofOneImage(usual);
  return all.length === 1 ? all : [];
}

/**
 * Returns the workloads with the image of the likeliest one. Those with other images run other programs, whatever their
 * flags.
 */
function ofOneImage(usual: readonly OperatorWorkload[]): readonly OperatorWorkload[] {
  const scores = usual.map(({ built, container }) => {
    const labels = objectAt(built.object, 'metadata', 'labels');
    return [
      textAt(container, 'name') === usualName,
      labels['control-plane'] === 'controller-manager',
      isUsualStart(startedBy(container)),
    ].filter(Boolean).length;
  });
  const image = imageOf(usual[scores.indexOf(Math.max(...scores))]!);
  return usual.filter((each) => [image, ''].includes(imageOf(each)) || image === '');
}

/** Returns the image of an operator, without its tag and digest. */
function imageOf({ container }: OperatorWorkload): string {
  return partsOf(textAt(container, 'image')).name;
}

function workloadOf(built: BuiltObject, clues: OperatorClues): OperatorWorkload | undefined {
  const { object } = built;
  if (!workloads.test(kindOf(object))) return undefined;
  const likely = likelyContainer(object, clues, built.placeholders);
  const all = containersOf(object);
  const container = likely ?? all[0];
  const account = textAt(object, ...pod, 'serviceAccountName') || textAt(object, ...pod, 'serviceAccount');
  return container && { built, container, account, isGuess: likely === undefined && all.length > 1 };
}

/** Returns all containers that are known to contain the program of the operator: those that run it, and others with its image. */
export function programContainers(
  objects: readonly BuiltObject[],
): readonly Pick<OperatorWorkload, 'built' | 'container'>[] {
  return [...operatorWorkloads(objects).filter(({ isGuess }) => !isGuess), ...otherContainers(objects)];
}

/**
 * Returns the containers with the image of the operator that do not run it, such as those of a CronJob. If the
 * container of the operator is only a guess, its image can be that of a sidecar.
 */
export function otherContainers(
  objects: readonly BuiltObject[],
  clues: OperatorClues = noClues,
): readonly Pick<OperatorWorkload, 'built' | 'container'>[] {
  const operators = operatorWorkloads(objects, clues).filter(({ isGuess }) => !isGuess);
  const images = new Set(operators.map(({ container }) => textAt(container, 'image')).filter(Boolean));
  return objects.flatMap((built) =>
    containersIn(built.object)
      .filter((each) => images.has(textAt(each, 'image')) && operators.every(({ container }) => container !== each))
      .map((container) => ({ built, container })),
  );
}

/** Returns the path of the Pod specification in objects of a kind; undefined for a kind without Pods. */
export function podPathOf(kind: string): readonly string[] | undefined {
  return own(pods, kind);
}

/** Returns the containers of an object with Pods, including init containers. */
export function containersIn(object: JsonObject): readonly JsonObject[] {
  const path = podPathOf(kindOf(object));
  if (path === undefined) return [];
  return ['initContainers', 'containers'].flatMap((each) => listAt(object, ...path, each).filter(isObject));
}

/** Returns the container of a workload that runs the operator, or else the first container; undefined if there is none. */
export function operatorContainer(workload: JsonObject, clues: OperatorClues = noClues): JsonObject | undefined {
  return likelyContainer(workload, clues) ?? containersOf(workload)[0];
}

/**
 * Returns the container that probably runs the operator. Unless its name shows it, only containers with the placeholder
 * of the operator's image count, if there are any.
 */
function likelyContainer(
  workload: JsonObject,
  clues: OperatorClues,
  placeholders: readonly string[] = [],
): JsonObject | undefined {
  const containers = containersOf(workload);
  const named = textAt(workload, ...defaultContainer);
  const replaced = containers.filter((each) => isPlaceholder(each) || placeholders.includes(textAt(each, 'name')));
  const possible = replaced.length > 0 ? replaced : containers;
  return (
    containers.find((each) => textAt(each, 'name') === usualName) ??
    containers.find((each) => named !== '' && textAt(each, 'name') === named) ??
    containers.find((each) => clues.containers.has(textAt(each, 'name'))) ??
    withMostFlags(possible, [clues.flags, distinctFlags]) ??
    possible.find(isUsual) ??
    possible.find((each) => clues.program !== '' && posix.basename(startedBy(each).program) === clues.program) ??
    withMostFlags(possible, [sharedFlags]) ??
    replaced[0]
  );
}

/** Returns the container whose arguments contain the most flags of the operator. */
function withMostFlags(
  containers: readonly JsonObject[],
  known: readonly ReadonlySet<string>[],
): JsonObject | undefined {
  const counts = containers.map((each) => {
    const names = startedBy(each).words.map((word) => /^--?([^=]+)/.exec(word)?.[1] ?? '');
    return new Set(names.filter((name) => known.some((flags) => flags.has(name)))).size;
  });
  const most = Math.max(0, ...counts);
  return most > 0 && counts.filter((each) => each === most).length === 1 ? containers[counts.indexOf(most)] : undefined;
}

function containersOf(workload: JsonObject): readonly JsonObject[] {
  return listAt(workload, ...pod, 'containers').filter(isObject);
}

function isUsual(container: JsonObject): boolean {
  return textAt(container, 'name') === usualName || isUsualStart(startedBy(container));
}
