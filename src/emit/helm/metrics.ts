import { valueAt } from '../../model/json-at.js';
import { isObject, type JsonObject, type JsonValue } from '../../model/schema.js';
import { kindOf, selects } from '../../model/kubernetes-object.js';
import { suffixOf, type ChartContext } from './context.js';
import { nameMark } from './names.js';
import type { NamedTemplate } from './rbac.js';
import {
  asList,
  code,
  list,
  literal,
  nodeAt,
  when,
  withEntryAt,
  withNode,
  entry,
  type Entry,
  type Node,
} from './template.js';

/** Returns the template of the Service of the metrics. */
export function metricsTemplates(context: ChartContext, labels: JsonObject, port: number): readonly NamedTemplate[] {
  return context
    .take((object) => isMetricsService(object, labels))
    .map((service) => ({
      path: 'metrics/service.yaml',
      documents: [
        {
          object: withPort(
            context.withInstance(context.template(service), 'spec', 'selector'),
            ['spec', 'ports'],
            port,
            'metrics',
          ),
          when: context.helper('metrics'),
        },
      ],
    }));
}

export function isMetricsService(object: JsonObject, labels: JsonObject): boolean {
  return (
    kindOf(object) === 'Service' &&
    suffixOf(object).includes('metrics') &&
    selects(valueAt(object, 'spec', 'selector'), labels)
  );
}

/** Returns a node in which ports with this number have that of a section of the values. */
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

/** Returns the template of the ServiceMonitor. @param serviceLabels those of the Service of the metrics */
export function prometheusTemplates(context: ChartContext, serviceLabels: JsonObject): readonly NamedTemplate[] {
  const isOurs = (object: JsonObject): boolean =>
    kindOf(object) === 'ServiceMonitor' && selects(valueAt(object, 'spec', 'selector', 'matchLabels'), serviceLabels);
  return context.take(isOurs).map((monitor) => {
    const node = context.withInstance(context.template(monitor), 'spec', 'selector', 'matchLabels');
    const endpoints = asList(nodeAt(node, 'spec', 'endpoints')).items.map((each) => secured(each as Node, context));
    return {
      path: `prometheus/${suffixOf(monitor)}.yaml`,
      documents: [
        {
          object: withNode(node, ['spec', 'endpoints'], list(...endpoints)),
          when: `and $.Values.prometheus.enabled (${context.helper('metrics')})`,
        },
      ],
    };
  });
}

/** Returns the template of the alerts, which select the Service of the metrics by the name that the chart gives to it. */
export function alertTemplates(context: ChartContext, service: JsonObject | undefined): readonly NamedTemplate[] {
  if (service === undefined) return [];
  const name = suffixOf(service);
  const isOurs = (object: JsonObject): boolean =>
    kindOf(object) === 'PrometheusRule' && suffixOf(object) === 'controller-manager-alerts';
  return context.take(isOurs).map((rule) => {
    const named = replacedIn(rule, `"${context.project}-${name}"`, `"${nameMark('Service', name)}"`) as JsonObject;
    return {
      path: `prometheus/${suffixOf(rule)}.yaml`,
      documents: [
        { object: context.template(named), when: `and $.Values.prometheus.enabled (${context.helper('metrics')})` },
      ],
    };
  });
}

/** Returns a value with a text in place of another one in all its texts. */
function replacedIn(value: JsonValue, before: string, after: string): JsonValue {
  if (typeof value === 'string') return value.replaceAll(before, after);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((each) => replacedIn(each, before, after));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replacedIn(each, before, after)]));
}

/** Returns an endpoint that is read without encryption and credentials, if the metrics are served so. */
function secured(endpoint: Node, context: ChartContext): Node {
  const secure = '$.Values.metrics.secure';
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
  // Without cert-manager, nobody issues the certificate that it would verify.
  const unverified = entry('tlsConfig', literal({ insecureSkipVerify: true }));
  const verified = context.hasMetricsCertificate
    ? when<Entry>(context.helper('metricsCertificate'), [entry('tlsConfig', tls)], [unverified])
    : entry('tlsConfig', tls);
  return withEntryAt(node, [], 'tlsConfig', when<Entry>(secure, [verified]));
}

/** The ServiceMonitor of a project that has none. */
export function monitorDefault(labels: JsonObject, name: string, namespace: string, selector: JsonObject): JsonObject {
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'ServiceMonitor',
    metadata: { labels, name, namespace },
    spec: {
      endpoints: [
        {
          bearerTokenFile: '/var/run/secrets/kubernetes.io/serviceaccount/token',
          path: '/metrics',
          port: 'https',
          scheme: 'https',
          tlsConfig: { insecureSkipVerify: true },
        },
      ],
      selector: { matchLabels: selector },
    },
  };
}
