import type { Certificates } from '../../../project/project.js';
import type { JsonValue } from '../../../base/model/schema.js';
import type { ManagerParts } from './manager-parts.js';
import { managerValues } from './manager-values.js';
import {
  choice,
  namespaces,
  object,
  objectName,
  pairs,
  port,
  prefix,
  section,
  string,
  toggle,
  type ValueSchema,
} from './values.js';

/** The defaults of values that enable something, as in config/default. */
export interface Defaults {
  readonly namespaced: boolean;
  readonly helperRoles: boolean;
  readonly serviceAccount: boolean;
  readonly metrics: boolean;
  readonly certManager: boolean;
  readonly certificates: Certificates;
  readonly webhooks: boolean;
  /** Whether the CRDs are in this chart. */
  readonly hasCRDs: boolean;
  readonly prometheus: boolean;
  /** Whether the project has dashboards, which are not part of config/default. */
  readonly hasDashboards: boolean;
  readonly networkPolicy: boolean;
  readonly disruptionBudget: {
    readonly enabled: boolean;
    readonly minAvailable: JsonValue;
    readonly maxUnavailable: JsonValue;
  };
}

/** Returns the schema of all values of a chart. */
export function chartValues(project: string, parts: ManagerParts, defaults: Defaults): ValueSchema {
  return section(`Values of the chart of ${project}. operator-gen adds new ones, and keeps yours.`, {
    global: {
      type: 'object',
      description: 'Values of a chart that depends on this one. They have no effect.',
    },
    nameOverride: prefix('Replaces the name of the chart in object names.'),
    fullnameOverride: prefix('Replaces the prefix of all object names.'),
    manager: managerValues(parts),
    watchNamespaces: namespaces(
      'Namespaces that the operator watches, with a role in each; empty for all, or with rbac.namespaced for its own.',
    ),
    rbac: section('Permissions.', {
      namespaced: toggle(
        'Whether the operator only has permissions in namespaces, and watches only them.',
        defaults.namespaced,
      ),
      helpers: section('Roles for users of the kinds: admin, editor and viewer.', {
        enabled: toggle('Whether to create these roles.', defaults.helperRoles),
      }),
    }),
    serviceAccount: section('The service account of the operator.', {
      enabled: toggle('Whether to create it; otherwise, an existing one is used.', defaults.serviceAccount),
      name: objectName('Its name; required for an existing one.'),
      annotations: pairs('Its annotations.'),
      labels: pairs('Its labels.'),
    }),
    ...(defaults.hasCRDs && { crd: crdValues({ enabled: toggle('Whether to install them.', true) }) }),
    metrics: metricsValues(parts, defaults),
    certManager: section('cert-manager.', {
      enabled: toggle('Whether it is in the cluster, and can issue certificates.', defaults.certManager),
    }),
    webhook: webhookValues(parts, defaults),
    prometheus: section('The Prometheus operator.', {
      enabled: toggle('Whether to create a ServiceMonitor for the metrics, and alerts.', defaults.prometheus),
    }),
    ...(defaults.hasDashboards && { grafana: grafanaValues }),
    networkPolicy: section('Network policies.', {
      enabled: toggle('Whether to create network policies for the ports of the operator.', defaults.networkPolicy),
    }),
    podDisruptionBudget: budgetValues(defaults),
    extra: object('Values for your own templates in templates/extra: .Values.extra.'),
  });
}

/** Returns the values of the CRDs. @param first the values that come before the others */
export function crdValues(first: Readonly<Record<string, ValueSchema>>): ValueSchema {
  const keep = toggle('Whether to keep them, and all their objects, when the chart is uninstalled.', true);
  return section('The CustomResourceDefinitions.', { ...first, keep });
}

const grafanaValues = section('Grafana.', {
  dashboards: section('The dashboards of the operator, in a ConfigMap with the label grafana_dashboard.', {
    enabled: toggle('Whether to create this ConfigMap.', false),
  }),
});

function metricsValues(parts: ManagerParts, defaults: Defaults): ValueSchema {
  return section('The metrics of the operator.', {
    enabled: toggle('Whether to serve them.', defaults.metrics),
    port: port('Port of the metrics.', parts.metricsPort),
    secure: toggle(
      'Whether to serve them over HTTPS, to clients that the API server authorizes.',
      parts.args.isMetricsSecure,
    ),
  });
}

function webhookValues(parts: ManagerParts, defaults: Defaults): ValueSchema {
  return section('The webhooks of the operator.', {
    enabled: toggle('Whether to serve them; without them, CRDs have no conversion.', defaults.webhooks),
    port: port('Port of the webhooks in the Pod.', parts.webhookPort),
    certificate: choice(
      'Issuer of their certificate: cert-manager if it is enabled, the operator itself (self-signed), or someone else (existing).',
      ['cert-manager', 'self-signed', 'existing'],
      defaults.certificates,
    ),
    existingSecret: objectName('Secret with tls.crt and tls.key, if the certificate is an existing one.'),
    caBundle: string('Its CA in Base64; empty if the API server trusts it anyway.'),
  });
}

const numberOrPercentage = { minimum: 0, pattern: '^[0-9]+%?$' };

function budgetValues({ disruptionBudget }: Defaults): ValueSchema {
  return section('Voluntary disruptions, such as those for maintenance of nodes.', {
    enabled: toggle('Whether to create a PodDisruptionBudget.', disruptionBudget.enabled),
    minAvailable: {
      ...{ type: ['integer', 'string', 'null'], description: 'Minimum number of available Pods, or a percentage.' },
      ...numberOrPercentage,
      default: disruptionBudget.minAvailable,
    },
    maxUnavailable: {
      ...{
        type: ['integer', 'string'],
        description: 'Maximum number of unavailable Pods, or a percentage, if minAvailable is null.',
      },
      ...numberOrPercentage,
      default: disruptionBudget.maxUnavailable,
    },
  });
}
