import { listAt, objectAt, textAt, valueAt } from '../../../base/model/json-at.js';
import type { JsonObject, JsonValue } from '../../../base/model/schema.js';
import { partsOf } from '../../../output/kustomize/transform.js';
import { hasMarks } from './names.js';

/** The parts of the manager's Deployment that values of the chart set. */
export interface ManagerParts {
  readonly deployment: JsonObject;
  readonly pod: JsonObject;
  readonly container: JsonObject;
  /** The index of the manager's container. */
  readonly index: number;
  readonly image: { readonly repository: string; readonly tag: string };
  /** Arguments that are values, and those that the chart sets. */
  readonly args: Arguments;
  readonly env: Environment;
  readonly healthPort: number;
  readonly metricsPort: number;
  readonly webhookPort: number;
  /** The ports of the container, and those that values set. */
  readonly ports: ContainerPorts;
}

/** A port of the container, by its purpose. */
export type PortName = 'health' | 'metrics' | 'webhook-server';

export interface ContainerPorts {
  /** In the order of the container. The purpose of a port follows from its number, because it can have any name. */
  readonly all: readonly { readonly port: JsonValue; readonly use: PortName | undefined }[];
  /** Ports that config/default does not serve, but that a value can enable. */
  readonly missing: readonly PortName[];
}

/** The way in which config/default serves the metrics. */
export interface ServedMetrics {
  readonly port: number;
  readonly isServed: boolean;
  readonly isSecure: boolean;
}

export interface Arguments {
  readonly own: readonly string[];
  /** Arguments that contain names of the release, and therefore cannot be values. */
  readonly fixed: readonly JsonValue[];
  /** The arguments of the metrics and the webhooks other than those that the chart sets. */
  readonly metrics: readonly JsonValue[];
  readonly webhooks: readonly JsonValue[];
  /** The folder of the certificate of the webhooks, if there is an argument for it. */
  readonly webhookFolder: string | undefined;
  /** The address without its port, for each flag that the chart sets. */
  readonly hosts: Readonly<Record<'health' | 'metrics', string | undefined>>;
  readonly isMetricsSecure: boolean;
}

export interface Environment {
  readonly own: readonly JsonValue[];
  readonly fixed: readonly JsonValue[];
}

const addresses = { health: '--health-probe-bind-address', metrics: '--metrics-bind-address' } as const;
const ofWebhooks = /^--(?:webhook-|enable-webhooks)/;
const ofChart = /^--(?:metrics-secure|webhook-self-signed|webhook-service|webhook-cert-path|webhook-port)(?:=|$)/;
const folderFlag = '--webhook-cert-path=';
const webhookPortFlag = /^--webhook-port=(\d+)$/;
const variablesOfChart = new Set(['WEBHOOK_SERVICE', 'WEBHOOK_CERT_SECRET']);

/** Reads the Deployment of the manager. @param hasWebhooks whether the chart sets the arguments for webhooks */
export function managerParts(deployment: JsonObject, hasWebhooks: boolean): ManagerParts {
  const pod = objectAt(valueAt(deployment, 'spec', 'template', 'spec'));
  const containers = listAt(valueAt(pod, 'containers'));
  const named = valueAt(
    deployment,
    'spec',
    'template',
    'metadata',
    'annotations',
    'kubectl.kubernetes.io/default-container',
  );
  const byName = containers.findIndex((each) => valueAt(each, 'name') === (named ?? 'manager'));
  const index = Math.max(0, byName);
  const container = objectAt(containers[index]);
  const args = listAt(valueAt(container, 'args'));
  const image = valueAt(container, 'image');
  const { name, tag, digest } = partsOf(typeof image === 'string' ? image : '');
  const read = argumentsOf(args, hasWebhooks);
  const healthPort = portOf(args, container, 'health', 8081);
  const metricsPort = portOf(args, container, 'metrics', 8443);
  const webhookPort = webhookPortOf(args) ?? portNamed(container, 'webhook-server') ?? 9443;
  return {
    ...{ deployment, pod, container, index },
    image: { repository: name, tag: digest === '' ? tag : digest },
    args: read,
    env: environmentOf(listAt(valueAt(container, 'env')), hasWebhooks),
    ...{ healthPort, metricsPort, webhookPort },
    ports: portsOf(
      listAt(valueAt(container, 'ports')),
      { health: healthPort, metrics: metricsPort, ...(hasWebhooks && { 'webhook-server': webhookPort }) },
      read.hosts,
    ),
  };
}

/** @param numbers the numbers of the ports that values set */
function portsOf(
  present: readonly JsonValue[],
  numbers: Partial<Readonly<Record<PortName, number>>>,
  hosts: Arguments['hosts'],
): ContainerPorts {
  const uses = Object.keys(numbers) as readonly PortName[];
  const all = present.map((port) => ({ port, use: uses.find((use) => isPort(port, numbers[use])) }));
  const missing = (['health', 'metrics'] as const).filter(
    (use) => hosts[use] === undefined && !all.some((each) => each.use === use),
  );
  return { all, missing };
}

function isPort(port: JsonValue, number: number | undefined): boolean {
  return valueAt(port, 'containerPort') === number && (valueAt(port, 'protocol') ?? 'TCP') === 'TCP';
}

function webhookPortOf(args: readonly JsonValue[]): number | undefined {
  const [found] = args.flatMap((each) => webhookPortFlag.exec(textAt(each))?.[1] ?? []);
  return found === undefined ? undefined : Number(found);
}

function argumentsOf(args: readonly JsonValue[], hasWebhooks: boolean): Arguments {
  const own: string[] = [];
  const fixed: JsonValue[] = [];
  const metrics: JsonValue[] = [];
  const webhooks: JsonValue[] = [];
  for (const arg of args) {
    const text = textAt(arg);
    if (Object.values(addresses).some((flag) => addressOf([arg], flag) !== undefined)) continue;
    if (ofChart.test(text) && (hasWebhooks || text.startsWith('--metrics-'))) continue;
    if (text.startsWith('--metrics-')) metrics.push(arg);
    else if (hasWebhooks && ofWebhooks.test(text)) webhooks.push(arg);
    else if (hasMarks(arg)) fixed.push(arg);
    else own.push(text);
  }
  const hosts = { health: addressOf(args, addresses.health)?.host, metrics: addressOf(args, addresses.metrics)?.host };
  const webhookFolder = args
    .map((each) => textAt(each))
    .find((each) => each.startsWith(folderFlag))
    ?.slice(folderFlag.length);
  return {
    own,
    fixed,
    metrics,
    webhooks,
    webhookFolder,
    hosts,
    isMetricsSecure: !args.includes('--metrics-secure=false'),
  };
}

function environmentOf(env: readonly JsonValue[], hasWebhooks: boolean): Environment {
  const left = env.filter((each) => !isOfChart(each, hasWebhooks));
  return { own: left.filter((each) => !hasMarks(each)), fixed: left.filter((each) => hasMarks(each)) };
}

/** Reports whether the chart sets a variable, depending on its namespaces and certificates. */
function isOfChart(variable: JsonValue, hasWebhooks: boolean): boolean {
  const name = valueAt(variable, 'name');
  const field = valueAt(variable, 'valueFrom', 'fieldRef', 'fieldPath');
  return (
    (hasWebhooks && typeof name === 'string' && variablesOfChart.has(name)) ||
    (name === 'WATCH_NAMESPACE' && field === 'metadata.namespace')
  );
}

function addressOf(
  args: readonly JsonValue[],
  flag: string,
): { readonly host: string; readonly port: number } | undefined {
  for (const arg of args) {
    const found =
      typeof arg === 'string' && arg.startsWith(`${flag}=`) ? /^(.*):(\d+)$/.exec(arg.slice(flag.length + 1)) : null;
    if (found !== null && !hasMarks(arg)) return { host: found[1]!, port: Number(found[2]) };
  }
  return undefined;
}

function portOf(args: readonly JsonValue[], container: JsonObject, name: 'health' | 'metrics', usual: number): number {
  return addressOf(args, addresses[name])?.port ?? portNamed(container, name) ?? usual;
}

function portNamed(container: JsonObject, name: string): number | undefined {
  const found = listAt(valueAt(container, 'ports')).find((each) => valueAt(each, 'name') === name);
  const port = valueAt(found, 'containerPort');
  return typeof port === 'number' ? port : undefined;
}
