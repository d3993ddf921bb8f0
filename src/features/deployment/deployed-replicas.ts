import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { BuiltObject } from '../../output/kustomize/build.js';
import { objectPlace } from '../../output/kustomize/object-place.js';
import { calledServices, selectedBy } from '../../output/kustomize/service-pods.js';
import { operatorWorkloads, type OperatorWorkload } from '../../output/kustomize/operator-workloads.js';
import { listAt, numberAt, textAt } from '../../base/model/json-at.js';
import { kindOf, nameOf, namespaceOf } from '../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../base/model/schema.js';
import type { Program } from './deployment.js';
import { servingOf } from './webhook-serving.js';

const main = 'src/main.ts';

/** The number of replicas, and the object that sets it. */
interface Replicas {
  readonly count: number;
  readonly source: BuiltObject;
}

/**
 * Warns of operators with several replicas that all reconcile, because nothing elects a leader. Workloads that may only
 * serve webhooks are not checked.
 */
export function replicaProblems(program: Program): readonly Diagnostic[] {
  const { objects, read } = program;
  const operators = operatorWorkloads(objects);
  return operators.flatMap((operator: OperatorWorkload) => {
    const { built, container } = operator;
    const replicas = replicasOf(built, objects);
    if (replicas.count < 2 || servingOf(operator, read)?.electsLeader !== false) return [];
    if (canBeOff(operator, operators, read(main) ?? '') || isForWebhooks(built, operators, objects)) return [];
    const { object, file, declaredName } = replicas.source;
    const given = {
      what: `${kindOf(built.object)} ${built.declaredName}`,
      replicas: String(replicas.count),
      container: textAt(container, 'name'),
      other: replicas.source === built ? 'set replicas: 1' : `no longer deploy ${kindOf(object)} ${declaredName}`,
    };
    return [diagnostic('deployed-replicas', given, objectPlace(file, read(file) ?? '', kindOf(object), declaredName))];
  });
}

/** Returns the replicas of a workload, which an autoscaler may set: https://kubernetes.io/docs/concepts/workloads/autoscaling/ */
function replicasOf(built: BuiltObject, objects: readonly BuiltObject[]): Replicas {
  const scaler = objects.find(
    ({ object }) =>
      kindOf(object) === 'HorizontalPodAutoscaler' &&
      textAt(object, 'spec', 'scaleTargetRef', 'kind') === kindOf(built.object) &&
      textAt(object, 'spec', 'scaleTargetRef', 'name') === nameOf(built.object) &&
      namespaceOf(object) === namespaceOf(built.object),
  );
  const own = { count: numberAt(built.object, 'spec', 'replicas') ?? 1, source: built };
  const least = scaler && numberAt(scaler.object, 'spec', 'minReplicas');
  return scaler === undefined || least === undefined || least <= own.count ? own : { count: least, source: scaler };
}

/**
 * Reports whether variables can determine which controllers run: variables that the program reads, or that another
 * workload lacks.
 */
function canBeOff({ container }: OperatorWorkload, operators: readonly OperatorWorkload[], text: string): boolean {
  const variables = (each: JsonObject): string => JSON.stringify(listAt(each, 'env'));
  const isRead = /\bprocess\b/.test(text) && listAt(container, 'env').length > 0;
  return isRead || operators.some((each) => variables(each.container) !== variables(container));
}

/** Reports whether the Service of the webhooks selects a workload, but not another one that runs the operator. */
function isForWebhooks(
  built: BuiltObject,
  operators: readonly OperatorWorkload[],
  objects: readonly BuiltObject[],
): boolean {
  return calledServices(objects).some(({ service }) => {
    const selected = selectedBy(service.object, objects) ?? [];
    return selected.includes(built) && operators.some((each) => !selected.includes(each.built));
  });
}
