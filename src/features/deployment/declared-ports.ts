import { containersIn } from '../../output/kustomize/operator-workloads.js';
import { listAt, textAt, textsAt, valueAt } from '../../base/model/json-at.js';
import type { JsonObject } from '../../base/model/schema.js';

/** Returns the containers of a workload that run at the same time. Init containers end, unless they are sidecars. */
export function listeningIn(workload: JsonObject): readonly JsonObject[] {
  const first = new Set(listAt(workload, 'spec', 'template', 'spec', 'initContainers'));
  return containersIn(workload).filter((each) => !first.has(each) || textAt(each, 'restartPolicy') === 'Always');
}

/** Returns the ports for TCP that a container declares. */
export function declaredPorts(container: JsonObject): ReadonlySet<number> {
  const ports = listAt(container, 'ports')
    .filter((each) => ['', 'TCP'].includes(textAt(each, 'protocol')))
    .map((each) => valueAt(each, 'containerPort'));
  return new Set(ports.filter((each) => typeof each === 'number'));
}

/** Reports whether a container can serve a port: it declares the port, or the number is in its arguments or variables. */
export function canServe(container: JsonObject, port: number): boolean {
  const texts = [
    ...['command', 'args'].flatMap((each) => textsAt(container, each)),
    ...listAt(container, 'env').map((each) => textAt(each, 'value')),
  ];
  return declaredPorts(container).has(port) || texts.some((each) => each.split(/\D+/).includes(String(port)));
}
