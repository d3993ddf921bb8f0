import { textAt, valueAt } from '../../../base/model/json-at.js';
import { kindOf } from '../../../base/model/kubernetes-object.js';
import type { JsonObject, JsonValue } from '../../../base/model/schema.js';
import type { ChartContext } from './context.js';
import { suffixOf } from './origin.js';
import { withMetadata, withValue } from './metadata.js';
import { managerFields, isValue, sourceOf, type ManagerField } from './manager-values.js';
import type { ManagerParts, PortName } from './manager-parts.js';
import { goString, type TemplateDocument } from './print-template.js';
import {
  asList,
  block,
  code,
  entry,
  list,
  literal,
  map,
  nodeAt,
  text,
  when,
  withEntryAt,
  withNode,
  type Control,
  type Item,
  type Node,
} from './template.js';

const values = '$.Values.manager';

/** The folder in which the manager expects the certificate of its webhooks. */
const certificateFolder = '/tmp/k8s-webhook-server/serving-certs';
const certificateVolume = 'webhook-certs';
const metricsVolume = 'metrics-certs';

/** Returns the Deployment of the manager. @param hasWebhooks whether it serves webhooks */
export function managerDeployment(context: ChartContext, parts: ManagerParts, hasWebhooks: boolean): TemplateDocument {
  let node = context.template(parts.deployment);
  node = withMetadata(node, ['metadata'], values);
  node = withMetadata(node, ['spec', 'template', 'metadata'], `${values}.pod`);
  node = context.withInstance(node, 'spec', 'selector', 'matchLabels');
  node = context.withInstance(node, 'spec', 'template', 'metadata', 'labels');
  node = withNode(node, ['spec', 'replicas'], code(`int64 ${values}.replicas`));
  const pod = ['spec', 'template', 'spec'];
  node = withNode(
    node,
    [...pod, 'terminationGracePeriodSeconds'],
    code(`int64 ${values}.terminationGracePeriodSeconds`),
  );
  node = withVolumes(node, pod, 'volumes', 'extraVolumes', hasWebhooks ? [webhookVolume(context)] : [], context);
  for (const field of managerFields(kindOf(parts.deployment)).filter(({ in: place }) => place !== 'container'))
    node = withField(node, field.in === 'pod' ? [...pod, ...field.path] : field.path, field, parts);
  const containers = asList(nodeAt(node, ...pod, 'containers')).items.map((each, index) =>
    index === parts.index ? managerContainer(each as Node, context, parts, hasWebhooks) : each,
  );
  node = withNode(node, [...pod, 'containers'], list(...containers));
  return { object: node, when: `${values}.enabled` };
}

function managerContainer(original: Node, context: ChartContext, parts: ManagerParts, hasWebhooks: boolean): Node {
  let node: Node = withNode(original, ['args'], list(...argumentItems(context, parts, hasWebhooks)));
  const env = context.helper('env', `(dict "own" (${context.helper('ownEnv')} | fromYamlArray) "context" $)`);
  node = withNode(node, ['env'], block(env));
  node = withNode(node, ['image'], text(code(context.helper('image'))));
  node = withEntryAt(
    node,
    [],
    'imagePullPolicy',
    withValue(`${values}.image.pullPolicy`, entry('imagePullPolicy', text(code('.')))),
  );
  node = withNode(node, ['ports'], list(...refusedPorts(context, parts, hasWebhooks), ...portItems(context, parts)));
  const mount = literal({ ...certificateMount, mountPath: parts.args.webhookFolder ?? certificateMount.mountPath });
  const mounts = hasWebhooks ? [when<Item>(mounted(context), [mount])] : [];
  node = withVolumes(node, [], 'volumeMounts', 'extraVolumeMounts', mounts, context);
  for (const field of managerFields(kindOf(parts.deployment)).filter(({ in: place }) => place === 'container'))
    node = withField(node, field.path, field, parts);
  return node;
}

const certificateMount = { mountPath: certificateFolder, name: certificateVolume, readOnly: true };

/** Condition under which a Secret with the webhook certificate is mounted. */
function mounted(context: ChartContext): string {
  return `has (${context.helper('certificate')}) (list "cert-manager" "existing")`;
}

function webhookVolume(context: ChartContext): Control<Item> {
  return when<Item>(mounted(context), [
    map(
      entry('name', literal(certificateVolume)),
      entry('secret', map(entry('secretName', text(code(context.helper('certificateSecret')))))),
    ),
  ]);
}

function withField(node: Node, path: readonly string[], field: ManagerField, parts: ManagerParts): Node {
  const value = valueAt(sourceOf(field, parts), ...field.path);
  const key = path.at(-1) ?? '';
  const from = `${values}.${field.key}`;
  if (!isValue(value)) {
    // Its names depend on the release, so the value can only add to it.
    return Array.isArray(value) && nodeAt(node, ...path) !== undefined
      ? withNode(
          node,
          path,
          list(...asList(nodeAt(node, ...path)).items, { is: 'with', code: from, body: [block('toYaml .')] }),
        )
      : node;
  }
  const printed = field.key === 'priorityClassName' ? text(code('.')) : block('toYaml .');
  return withEntryAt(node, path.slice(0, -1), key, withValue(from, entry(key, printed)));
}

/** Adds the volumes or volume mounts that depend on values. */
function withVolumes(
  node: Node,
  path: readonly string[],
  key: string,
  extra: string,
  ofWebhooks: readonly Control<Item>[],
  context: ChartContext,
): Node {
  const present = asList(nodeAt(node, ...path, key)).items as readonly Node[];
  const ofMetrics = present.filter((each) => context.hasMetricsCertificate && isNamed(each, metricsVolume));
  const fixed = present.filter(
    (each) => !(context.hasWebhooks && isNamed(each, certificateVolume)) && !ofMetrics.includes(each),
  );
  const conditional: readonly Control<Item>[] = [
    ...(ofMetrics.length === 0 ? [] : [when<Item>(context.helper('metricsCertificate'), ofMetrics)]),
    ...ofWebhooks,
    { is: 'with', code: `${values}.${extra}`, body: [block('toYaml .')] },
  ];
  const all = entry(key, list(...fixed, ...conditional));
  if (fixed.length > 0) return withEntryAt(node, path, key, all);
  const [first, ...others] = conditional.map((each) => each.code);
  const condition = others.length === 0 ? first! : `or ${[first!, ...others].map((each) => `(${each})`).join(' ')}`;
  return withEntryAt(node, path, key, when(condition, [all]));
}

function isNamed(node: Node, wanted: string): boolean {
  const name = nodeAt(node, 'name');
  return name?.is === 'literal' && name.value === wanted;
}

function argumentItems(context: ChartContext, parts: ManagerParts, hasWebhooks: boolean): readonly Item[] {
  const { hosts, fixed, metrics, isMetricsSecure } = parts.args;
  const address = (flag: string, host: string | undefined, port: string): Node =>
    text(`--${flag}=${host ?? ''}:`, code(`int64 ${port}`));
  const secure = '$.Values.metrics.secure';
  const certificate = context.hasMetricsCertificate ? context.helper('metricsCertificate') : secure;
  return [
    { is: 'range', code: `${values}.args`, body: [text(code('tpl (toString .) $'))] },
    ...fixed.map((each) => context.node(each)),
    address('health-probe-bind-address', hosts.health, `${values}.healthProbe.port`),
    when(context.helper('metrics'), [
      address('metrics-bind-address', hosts.metrics, '$.Values.metrics.port'),
      when(
        `not ${secure}`,
        [literal('--metrics-secure=false')],
        isMetricsSecure ? undefined : [literal('--metrics-secure')],
      ),
      ...metrics.map((each) =>
        textAt(each).startsWith('--metrics-cert-') ? when<Item>(certificate, [context.node(each)]) : context.node(each),
      ),
    ]),
    ...(hasWebhooks ? [webhookArguments(context, parts)] : []),
  ];
}

function webhookArguments(context: ChartContext, { args }: ManagerParts): Item {
  const port = '$.Values.webhook.port';
  return when(context.helper('webhooks'), [
    when(
      `eq (${context.helper('certificate')}) "self-signed"`,
      ['--webhook-self-signed', '--webhook-service=$(WEBHOOK_SERVICE)'].map(literal),
      [literal(`--webhook-cert-path=${args.webhookFolder ?? certificateFolder}`)],
    ),
    ...args.webhooks.map((each) => context.node(each)),
    // The default of the flag.
    when(`ne (int64 ${port}) 9443`, [text('--webhook-port=', code(`int64 ${port}`))]),
  ]);
}

/** Returns the value that sets a port, and the condition under which the port exists; empty for always. */
function portValue(context: ChartContext, use: PortName): readonly [value: string, condition: string] {
  switch (use) {
    case 'health':
      return [`${values}.healthProbe.port`, ''];
    case 'metrics':
      return ['$.Values.metrics.port', context.helper('metrics')];
    case 'webhook-server':
      return ['$.Values.webhook.port', context.helper('webhooks')];
  }
}

function portItems(context: ChartContext, { ports }: ManagerParts): readonly Item[] {
  const set = (use: PortName, port: JsonValue): Item => {
    const [value, condition] = portValue(context, use);
    const node = withNode(context.node(port), ['containerPort'], code(`int64 ${value}`));
    return condition === '' ? node : when<Item>(condition, [node]);
  };
  return [
    ...ports.all.map(({ port, use }) => (use === undefined ? context.node(port) : set(use, port))),
    ...ports.missing.map((use) => set(use, { containerPort: 0, name: use, protocol: 'TCP' })),
  ];
}

/** Returns the check that rejects values with the same port for two servers of the operator, which a schema cannot express. */
function refusedPorts(context: ChartContext, parts: ManagerParts, hasWebhooks: boolean): readonly Item[] {
  const { healthPort, metricsPort, webhookPort } = parts;
  const health = { port: healthPort, use: 'health' } as const;
  const metrics = { port: metricsPort, use: 'metrics' } as const;
  const webhooks = hasWebhooks ? [{ port: webhookPort, use: 'webhook-server' } as const] : [];
  const pairs = [
    [health, metrics] as const,
    ...webhooks.flatMap((each) => [[health, each] as const, [metrics, each] as const]),
  ];
  return pairs
    .filter(([one, other]) => one.port !== other.port)
    .map(([one, other]) => {
      const [value, condition] = portValue(context, one.use);
      const [otherValue, otherCondition] = portValue(context, other.use);
      const served = [condition, otherCondition].filter((each) => each !== '').map((each) => `(${each})`);
      const names = [value, otherValue].map((each) => each.slice('$.Values.'.length)).join(' and ');
      return when<Item>(`and ${served.join(' ')} (eq (int64 ${value}) (int64 ${otherValue}))`, [
        code(`fail ${goString(`${names} are the same port: set one of them to another port`)}`),
      ]);
    });
}

/** Returns the variables that the chart sets, in addition to those in the values. */
export function ownVariables(context: ChartContext, { env }: ManagerParts, hasWebhooks: boolean): readonly Item[] {
  const variable = (name: string, value: Node): Node => map(entry('name', literal(name)), entry('value', value));
  const ownNamespace: JsonObject = {
    name: 'WATCH_NAMESPACE',
    valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } },
  };
  const fromName = (kind: string, suffix: string): Node => text(code(context.nameCode({ kind, suffix })));
  const { service } = context.webhooks;
  return [
    ...env.fixed.map((each) => context.node(each)),
    when<Item>(
      '$.Values.watchNamespaces',
      [variable('WATCH_NAMESPACE', text(code('join "," $.Values.watchNamespaces')))],
      [when(context.helper('namespaced'), [literal(ownNamespace)])],
    ),
    ...(hasWebhooks
      ? [
          when(`eq (${context.helper('certificate')}) "self-signed"`, [
            variable('WEBHOOK_SERVICE', fromName('Service', service === undefined ? '' : suffixOf(service))),
            variable('WEBHOOK_CERT_SECRET', fromName('Secret', context.suffixFor('Secret', 'webhook-service-cert'))),
          ]),
        ]
      : []),
  ];
}
