import { textAt, valueAt } from '../../../base/model/json-at.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { kindOf } from '../../../base/model/kubernetes-object.js';
import type { ChartContext } from './context.js';
import { isDeclared, isMetricsCertificate, markOf, suffixOf } from './origin.js';
import { nameMark, namespaceMark } from './names.js';
import type { NamedTemplate } from './rbac.js';
import { WebhookOrigin } from './webhook-origin.js';

/**
 * Returns the objects for the webhook certificate that the configuration of the project lacks.
 * @param present the objects of the project, whose names the added ones use
 */
export function certificateDefaults(
  labels: JsonObject,
  account: string,
  present: readonly JsonObject[],
): readonly JsonObject[] {
  const metadata = (kind: string, name: string): JsonObject => ({
    labels,
    name: nameMark(kind, name),
    namespace: namespaceMark,
  });
  const inCluster = (kind: string, name: string): JsonObject => ({ labels, name: nameMark(kind, name) });
  const role = (kind: string, name: string): JsonObject => ({
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: nameAmong(present, kind, name) },
    subjects: [{ kind: 'ServiceAccount', name: nameMark('ServiceAccount', account), namespace: namespaceMark }],
  });
  const webhooks = new WebhookOrigin(present);
  const secret = nameAmong(present, 'Secret', 'webhook-service-cert');
  const rbac = 'rbac.authorization.k8s.io/v1';
  return [
    ...certManagerDefaults(metadata, present, webhooks.service),
    { apiVersion: 'v1', kind: 'Secret', metadata: metadata('Secret', 'webhook-service-cert') },
    {
      apiVersion: rbac,
      kind: 'Role',
      metadata: metadata('Role', 'webhook-certificate-role'),
      rules: [
        { apiGroups: [''], resourceNames: [secret], resources: ['secrets'], verbs: ['get', 'list', 'update', 'watch'] },
      ],
    },
    {
      apiVersion: rbac,
      kind: 'RoleBinding',
      metadata: metadata('RoleBinding', 'webhook-certificate-rolebinding'),
      ...role('Role', 'webhook-certificate-role'),
    },
    {
      apiVersion: rbac,
      kind: 'ClusterRole',
      metadata: inCluster('ClusterRole', 'webhook-configurations-role'),
      rules: configurationRules(present, webhooks),
    },
    {
      apiVersion: rbac,
      kind: 'ClusterRoleBinding',
      metadata: inCluster('ClusterRoleBinding', 'webhook-configurations-rolebinding'),
      ...role('ClusterRole', 'webhook-configurations-role'),
    },
  ];
}

/** Returns the objects with which cert-manager issues the certificate. */
function certManagerDefaults(
  metadata: (kind: string, name: string) => JsonObject,
  present: readonly JsonObject[],
  webhookService: JsonObject | undefined,
): readonly JsonObject[] {
  const service = `${markOf(webhookService, 'Service', 'webhook-service')}.${namespaceMark}.svc`;
  return [
    {
      apiVersion: 'cert-manager.io/v1',
      kind: 'Issuer',
      metadata: metadata('Issuer', 'selfsigned-issuer'),
      spec: { selfSigned: {} },
    },
    {
      apiVersion: 'cert-manager.io/v1',
      kind: 'Certificate',
      metadata: metadata('Certificate', 'serving-cert'),
      spec: {
        dnsNames: [service, `${service}.cluster.local`],
        issuerRef: { kind: 'Issuer', name: nameAmong(present, 'Issuer', 'selfsigned-issuer') },
        secretName: nameMark('Secret', 'webhook-server-cert'),
      },
    },
  ];
}

/** Returns the name of the object that a file declares with a name, or else the default name. */
function nameAmong(present: readonly JsonObject[], kind: string, name: string): string {
  return markOf(
    present.find((each) => isDeclared(each, kind, name)),
    kind,
    name,
  );
}

/** Returns the permissions of an operator that issues its own certificate. @param objects the objects that it changes by name */
function configurationRules(objects: readonly JsonObject[], webhooks: WebhookOrigin): readonly JsonObject[] {
  const admission = 'admissionregistration.k8s.io';
  const named = (kind: string): readonly string[] =>
    objects
      .filter((each) => kindOf(each) === kind && webhooks.isConfiguration(each))
      .map((each) => textAt(valueAt(each, 'metadata', 'name')));
  const rule = (
    group: string,
    resource: string,
    names: readonly string[],
    verbs: readonly string[],
  ): readonly JsonObject[] =>
    names.length === 0 ? [] : [{ apiGroups: [group], resourceNames: names, resources: [resource], verbs }];
  const converted = objects.filter((each) => webhooks.isConverted(each));
  return [
    {
      apiGroups: [admission],
      resources: ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'],
      verbs: ['list', 'watch'],
    },
    ...rule(admission, 'mutatingwebhookconfigurations', named('MutatingWebhookConfiguration'), ['get', 'patch']),
    ...rule(admission, 'validatingwebhookconfigurations', named('ValidatingWebhookConfiguration'), ['get', 'patch']),
    ...rule(
      'apiextensions.k8s.io',
      'customresourcedefinitions',
      converted.map((each) => textAt(valueAt(each, 'metadata', 'name'))),
      ['get', 'list', 'watch', 'patch'],
    ),
  ];
}

/** Returns the templates of the certificates. Their roles are in other templates. */
export function certificateTemplates(context: ChartContext): readonly NamedTemplate[] {
  const byManager = `eq (${context.helper('certificate')}) "self-signed"`;
  const byCertManager = `eq (${context.helper('certificate')}) "cert-manager"`;
  const ofMetrics = context.helper('metricsCertificate');
  const both = `or (${byCertManager}) (${ofMetrics})`;
  const template = (object: JsonObject, path: string, condition: string): NamedTemplate => ({
    path: `certificates/${path}.yaml`,
    documents: [{ object: context.template(object), when: condition }],
  });
  const isNamed = (kind: string, name: string) => (object: JsonObject) => isDeclared(object, kind, name);
  const issuers = context.take(isNamed('Issuer', 'selfsigned-issuer'));
  const metrics = context.take(isMetricsCertificate);
  const serving = context.take(isNamed('Certificate', 'serving-cert'));
  const ofOperator = context.hasMetricsCertificate ? both : byCertManager;
  return [
    ...context.take(isNamed('Secret', 'webhook-service-cert')).map((each) => template(each, 'secret', byManager)),
    // Certificates that the user has added are kept with any values, together with their Issuers.
    ...issuers.map((each) => template(each, 'issuer', context.isNamedByOthers(each) ? '' : ofOperator)),
    ...serving.map((each) => template(each, 'certificate', byCertManager)),
    ...metrics.map((each) => template(each, suffixOf(each), ofMetrics)),
  ];
}
