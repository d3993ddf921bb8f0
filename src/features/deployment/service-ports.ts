import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { BuiltObject } from '../../output/kustomize/build.js';
import { objectPlace } from '../../output/kustomize/object-place.js';
import { operatorWorkloads, type OperatorWorkload } from '../../output/kustomize/operator-workloads.js';
import { listAt, objectAt, textAt, textsAt, valueAt } from '../../base/model/json-at.js';
import { kindAndName, kindOf, nameOf } from '../../base/model/kubernetes-object.js';
import { isObject, type JsonObject, type JsonValue } from '../../base/model/schema.js';
import { calledServices, selectedBy } from '../../output/kustomize/service-pods.js';
import { canServe, listeningIn } from './declared-ports.js';
import type { Program } from './deployment.js';
import { hasOwnOptions } from './own-flags.js';
import { portsOf, type ServedPort } from './served-ports.js';
import type { Problem } from './webhook-serving.js';

const main = 'src/main.ts';

/** The reason why a port of a Service leads to no server, and the remedy. */
interface PortProblem extends Problem {
  /** Whether other code of the operator may serve the port. */
  readonly isOpen?: boolean;
}

/**
 * Warns of Services, such as that of the metrics, that forward to a port on which no container of their Pods serves.
 * Services of webhooks are checked elsewhere.
 */
export function servicePortProblems(program: Program): readonly Diagnostic[] {
  const { objects, read } = program;
  const operators = operatorWorkloads(objects);
  const called = calledPorts(objects);
  return objects
    .filter(({ object }) => kindOf(object) === 'Service' && textAt(object, 'spec', 'type') !== 'ExternalName')
    .flatMap(({ object, file, declaredName }) => {
      const selected = selectedBy(object, objects);
      if (selected === undefined) return [];
      const place = objectPlace(file, read(file) ?? '', 'Service', declaredName);
      const unselected = unselectedProblem({ object, file, declaredName }, selected, operators);
      if (unselected !== undefined)
        return [diagnostic('deployed-service', { what: `Service ${nameOf(object)}`, ...unselected }, place)];
      const all = listAt(object, 'spec', 'ports')
        .filter(isObject)
        .filter((each) => called.get(object)?.has(valueAt(each, 'port')) !== true)
        .map((each) => problemOf(each, selected, operators, program));
      const isForMetrics = /metrics/i.test(declaredName) && all.every((each) => each !== undefined);
      return all.flatMap((each) => {
        if (each === undefined || (each.isOpen === true && !isForMetrics)) return [];
        const { reason, remedy } = each;
        return [diagnostic('deployed-service', { what: `Service ${nameOf(object)}`, reason, remedy }, place)];
      });
    });
}

/** The label of the Pods of operators in projects of kubebuilder, operator-sdk and operator-gen. */
const ownLabel = 'control-plane';

/**
 * Returns why a Service of the metrics selects no Pods. A Service with a different name and without the label of
 * operators can be for Pods that are created elsewhere.
 */
function unselectedProblem(
  { object, declaredName }: BuiltObject,
  selected: readonly BuiltObject[],
  operators: readonly OperatorWorkload[],
): Problem | undefined {
  if (selected.length > 0 || !/metrics/i.test(declaredName)) return undefined;
  const selector = objectAt(object, 'spec', 'selector');
  const isNamed = /controller-manager|operator/.test(declaredName) || ownLabel in selector;
  const meant = operators.find(({ built }) => {
    const label = textAt(built.object, 'spec', 'template', 'metadata', 'labels', ownLabel);
    return isNamed || (label !== '' && Object.values(selector).includes(label));
  });
  if (meant === undefined) return undefined;
  const workload = kindAndName(meant.built.object);
  return {
    reason: 'its selector matches the Pods of no deployed workload in its namespace',
    remedy: `set it to the labels of the Pods of ${workload}, and deploy both to one namespace`,
  };
}

/** Returns the ports of Services that the API server calls for webhooks. */
function calledPorts(objects: readonly BuiltObject[]): ReadonlyMap<JsonObject, ReadonlySet<JsonValue | undefined>> {
  const ports = new Map<JsonObject, Set<JsonValue | undefined>>();
  for (const { service, port } of calledServices(objects))
    ports.set(service.object, (ports.get(service.object) ?? new Set()).add(port));
  return ports;
}

function problemOf(
  entry: JsonObject,
  selected: readonly BuiltObject[],
  operators: readonly OperatorWorkload[],
  { read }: Program,
): PortProblem | undefined {
  const given = valueAt(entry, 'targetPort') ?? valueAt(entry, 'port');
  const containers = selected.flatMap(({ object }) => listeningIn(object));
  const pods = `the Pods of ${selected.map(({ object }) => kindAndName(object)).join(' and ')}`;
  if (selected.length === 0 || !['', 'TCP'].includes(textAt(entry, 'protocol'))) return undefined;
  const isNamed = typeof given === 'string' && !/^\d+$/.test(given);
  const named = isNamed ? containers.flatMap((each) => portsNamed(each, given)) : [];
  if (isNamed && named.length === 0)
    return {
      reason: `it forwards to the port ${given}, which no container of ${pods} has`,
      remedy: 'give the port of a container this name, or set targetPort to its number',
    };
  const port = Number(isNamed ? named[0] : given);
  if (!Number.isInteger(port)) return undefined;
  const running = operators.filter(({ built }) => selected.includes(built));
  const served = running.map((each) => portsOf(each, read));
  // Another program can serve any port, and so can the operator with its own options.
  if (running.length < selected.length || served.includes(undefined) || hasOwnOptions(main, read(main) ?? ''))
    return undefined;
  const servers = served.flatMap((each) => each ?? []);
  const own = servers.filter((each) => each.port === port);
  const isBeside = containers.some(
    (each) => running.every(({ container }) => container !== each) && canServe(each, port),
  );
  if (isBeside || own.some(({ unreachable }) => unreachable === undefined)) return undefined;
  if (own.length > 0) {
    const { flag, unreachable = '' } = own[0]!;
    const remedy = `have it listen at all addresses: --${flag}=:${port}`;
    return { reason: `it forwards to the port ${port}, but ${unreachable}`, remedy };
  }
  // Without an address for the metrics, other code must serve them.
  const isSet = running.every(({ container }) =>
    textsAt(container, 'args').some((each) => each.startsWith(metricsFlag)),
  );
  if (!isSet || running.some(({ container }) => canServe(container, port))) return undefined;
  const reason = `it forwards to the port ${port}, but no container of ${pods} serves or declares it`;
  return { reason, remedy: remedyFor(servers), isOpen: true };
}

const metricsFlag = '--metrics-bind-address';

function portsNamed(container: JsonObject, name: string): readonly (JsonValue | undefined)[] {
  const ports = listAt(container, 'ports').filter((each) => textAt(each, 'name') === name);
  return ports.map((each) => valueAt(each, 'containerPort'));
}

function remedyFor(servers: readonly ServedPort[]): string {
  const metrics = servers.find(({ flag, unreachable }) => flag === 'metrics-bind-address' && unreachable === undefined);
  return metrics === undefined
    ? `set ${metricsFlag} to the port, or stop deploying the Service`
    : `set targetPort to ${metrics.port}, on which the operator serves metrics, or declare the port`;
}
