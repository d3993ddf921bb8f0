import { valueAt } from '../../../base/model/json-at.js';
import type { JsonObject, JsonValue } from '../../../base/model/schema.js';
import { kindOf, selects } from '../../../base/model/kubernetes-object.js';
import type { ChartContext } from './context.js';
import { declaredNameOf, suffixOf } from './origin.js';
import type { ServedMetrics } from './manager-parts.js';
import type { NamedTemplate } from './rbac.js';
import { isAlerts, isMonitorOf, isSwitchedMonitor } from './switched.js';
import {
  asList,
  asMap,
  code,
  list,
  literal,
  map,
  nodeAt,
  text,
  when,
  withEntryAt,
  withNode,
  entry,
  type Entry,
  type Node,
} from './template.js';

/** Returns the template of the Service of the metrics. */
export function metricsTemplates(
  context: ChartContext,
  labels: JsonObject,
  { port, isSecure }: ServedMetrics,
): readonly NamedTemplate[] {
  return context
    .take((object) => isMetricsService(object, labels))
    .map((service) => {
      const node = context.withInstance(context.template(service), 'spec', 'selector');
      const numbered = withPort(node, ['spec', 'ports'], port, 'metrics');
      const ports = asList(nodeAt(numbered, 'spec', 'ports')).items.map((each) =>
        withScheme(each as Node, 'name', isSecure),
      );
      const object = withNode(numbered, ['spec', 'ports'], list(...ports));
      return { path: 'metrics/service.yaml', documents: [{ object, when: context.helper('metrics') }] };
    });
}

const secure = '$.Values.metrics.secure';

/** Returns a node in which a port that is named after the protocol of the metrics is renamed with it. */
function withScheme(node: Node, key: string, isSecure: boolean): Node {
  const present = nodeAt(node, key);
  const isScheme = present?.is === 'literal' && present.value === (isSecure ? 'https' : 'http');
  return isScheme ? withNode(node, [key], text(code(`ternary "https" "http" ${secure}`))) : node;
}

export function isMetricsService(object: JsonObject, labels: JsonObject): boolean {
  return (
    kindOf(object) === 'Service' &&
    declaredNameOf(object).includes('metrics') &&
    selects(valueAt(object, 'spec', 'selector'), labels)
  );
}

/** Returns a node in which ports with this number get the number from a section of the values. */
export function withPort(node: Node, path: readonly string[], port: number, section: 'metrics' | 'webhook'): Node {
  const changed = asList(nodeAt(node, ...path)).items.map((each) =>
    ['port', 'targetPort'].reduce<Node>((item, key) => {
      const present = nodeAt(item, key);
      const isPort = present?.is === 'literal' && present.value === port;
      return isPort ? withNode(item, [key], code(`int64 $.Values.${section}.port`)) : item;
    }, each as Node),
  );
  return withNode(node, path, list(...changed));
}

/** Returns the template of the ServiceMonitor. @param serviceLabels the labels of the Service of the metrics */
export function prometheusTemplates(
  context: ChartContext,
  serviceLabels: JsonObject,
  isSecure: boolean,
): readonly NamedTemplate[] {
  const switched = context.take(
    (object, built) => isMonitorOf(serviceLabels, object) && isSwitchedMonitor(serviceLabels, built),
  );
  const others = context.take((object) => isMonitorOf(serviceLabels, object));
  return [...switched, ...others].map((monitor) => {
    const node = context.withInstance(context.template(monitor), 'spec', 'selector', 'matchLabels');
    const endpoints = asList(nodeAt(node, 'spec', 'endpoints')).items.map((each) => {
      const named = withScheme(each as Node, 'port', isSecure);
      return isSecure ? secured(named, context) : encrypted(named);
    });
    return {
      path: `prometheus/${suffixOf(monitor)}.yaml`,
      documents: [
        {
          object: withNode(node, ['spec', 'endpoints'], list(...endpoints)),
          when: switched.includes(monitor) ? `and $.Values.prometheus.enabled (${context.helper('metrics')})` : '',
        },
      ],
    };
  });
}

/** Returns the template of the alerts. */
export function alertTemplates(context: ChartContext): readonly NamedTemplate[] {
  return context.take(isAlerts).map((rule) => ({
    path: `prometheus/${suffixOf(rule)}.yaml`,
    documents: [
      { object: context.template(rule), when: `and $.Values.prometheus.enabled (${context.helper('metrics')})` },
    ],
  }));
}

/** Returns an endpoint that is scraped without encryption and credentials if the metrics are served without them. */
function secured(endpoint: Node, context: ChartContext): Node {
  const scheme = nodeAt(endpoint, 'scheme');
  if (scheme?.is !== 'literal' || scheme.value !== 'https') return endpoint;
  let node: Node = withEntryAt(
    endpoint,
    [],
    'scheme',
    when(secure, [entry('scheme', scheme)], [entry('scheme', literal('http'))]),
  );
  const token = nodeAt(node, 'bearerTokenFile');
  if (token !== undefined)
    node = withEntryAt(node, [], 'bearerTokenFile', when(secure, [entry('bearerTokenFile', token)]));
  const tls = nodeAt(node, 'tlsConfig');
  if (tls === undefined) return node;
  // Without cert-manager, the certificate that it would verify is not issued.
  const unverified = entry('tlsConfig', literal({ insecureSkipVerify: true }));
  const verified = context.hasMetricsCertificate
    ? when<Entry>(context.helper('metricsCertificate'), [entry('tlsConfig', tls)], [unverified])
    : entry('tlsConfig', tls);
  return withEntryAt(node, [], 'tlsConfig', when<Entry>(secure, [verified]));
}

const encryption: JsonObject = {
  bearerTokenFile: '/var/run/secrets/kubernetes.io/serviceaccount/token',
  scheme: 'https',
  tlsConfig: { insecureSkipVerify: true },
};

/** Returns an unencrypted metrics endpoint that is scraped with encryption and credentials if a value requests it. */
function encrypted(endpoint: Node): Node {
  const scheme = nodeAt(endpoint, 'scheme');
  if (scheme !== undefined && (scheme.is !== 'literal' || scheme.value !== 'http')) return endpoint;
  const own = asMap(endpoint).entries.filter((each) => each.is !== 'entry' || !Object.hasOwn(encryption, each.key));
  const without = asMap(endpoint).entries.filter((each) => !own.includes(each));
  const all = Object.entries(encryption).map(([key, value]) => entry(key, literal(value)));
  return map(...own, when<Entry>(secure, all, without.length === 0 ? undefined : without));
}

/** The ServiceMonitor of a project that has none. @param port the name of the port */
export function monitorDefault(
  metadata: JsonObject,
  selector: JsonObject,
  port: JsonValue,
  isSecure: boolean,
): JsonObject {
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'ServiceMonitor',
    metadata,
    spec: {
      endpoints: [{ path: '/metrics', port, ...(isSecure ? encryption : {}) }],
      jobLabel: 'app.kubernetes.io/name',
      selector: { matchLabels: selector },
    },
  };
}
