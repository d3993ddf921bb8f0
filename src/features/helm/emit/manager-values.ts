import { hasLargeNumber } from '../../../base/model/exact-json.js';
import { valueAt } from '../../../base/model/json-at.js';
import { kindOf } from '../../../base/model/kubernetes-object.js';
import type { JsonObject, JsonValue } from '../../../base/model/schema.js';
import type { ManagerParts } from './manager-parts.js';
import { hasMarks } from './names.js';
import { escaped } from './print-template.js';
import {
  choice,
  integer,
  namedObjects,
  object,
  objects,
  pairs,
  port,
  section,
  string,
  texts,
  toggle,
  word,
  type ValueSchema,
} from './values.js';

/** A field of the manager's Deployment that is a single value of the chart. */
export interface ManagerField {
  readonly key: string;
  readonly in: 'deployment' | 'pod' | 'container';
  readonly path: readonly string[];
  readonly describe: (value: JsonValue | undefined) => ValueSchema;
}

const objectField = (description: string) => (value: JsonValue | undefined) => object(description, value ?? {});
const listField = (description: string) => (value: JsonValue | undefined) => objects(description, value ?? []);

/** Returns the fields, in the order of the values. @param kind the kind of the manager's object */
export function managerFields(kind: string): readonly ManagerField[] {
  return kind === 'StatefulSet'
    ? fields.map((each) => (each.key === 'strategy' ? { ...each, path: ['spec', 'updateStrategy'] } : each))
    : fields;
}

const fields: readonly ManagerField[] = [
  {
    key: 'imagePullSecrets',
    in: 'pod',
    path: ['imagePullSecrets'],
    describe: listField('Secrets for pulling the image.'),
  },
  {
    ...{ key: 'podSecurityContext', in: 'pod', path: ['securityContext'] },
    describe: objectField('Security context of the Pod.'),
  },
  {
    ...{ key: 'securityContext', in: 'container', path: ['securityContext'] },
    describe: objectField('Security context of the container.'),
  },
  {
    ...{ key: 'resources', in: 'container', path: ['resources'] },
    describe: objectField('Requests and limits of CPU and memory.'),
  },
  { key: 'affinity', in: 'pod', path: ['affinity'], describe: objectField('Affinity of the Pod.') },
  {
    ...{ key: 'nodeSelector', in: 'pod', path: ['nodeSelector'] },
    describe: objectField('Labels of the nodes on which the Pod can run.'),
  },
  {
    key: 'tolerations',
    in: 'pod',
    path: ['tolerations'],
    describe: listField('Taints of nodes that the Pod tolerates.'),
  },
  {
    ...{ key: 'strategy', in: 'deployment', path: ['spec', 'strategy'] },
    describe: objectField('How the Deployment replaces Pods.'),
  },
  {
    ...{ key: 'priorityClassName', in: 'pod', path: ['priorityClassName'] },
    describe: (value) => string('Priority class of the Pod.', typeof value === 'string' ? value : ''),
  },
  {
    ...{ key: 'topologySpreadConstraints', in: 'pod', path: ['topologySpreadConstraints'] },
    describe: listField('How the Pods are spread.'),
  },
];

/**
 * Reports whether a field can be a value: names in the release are known only in the templates, and Helm rounds numbers
 * in values.
 */
export function isValue(value: JsonValue | undefined): boolean {
  return !hasMarks(value) && !hasLargeNumber(value);
}

/** Returns the part of the Deployment that contains a field. */
export function sourceOf(field: ManagerField, { deployment, pod, container }: ManagerParts): JsonObject {
  return { deployment, pod, container }[field.in];
}

/** Returns the schema of the values of the manager. */
export function managerValues(parts: ManagerParts): ValueSchema {
  const { deployment, pod, image, args, env, healthPort } = parts;
  const described = managerFields(kindOf(deployment)).map((field) => {
    const value = valueAt(sourceOf(field, parts), ...field.path);
    return [field.key, field.describe(isValue(value) ? value : undefined)] as const;
  });
  const grace = valueAt(pod, 'terminationGracePeriodSeconds');
  const replicas = valueAt(deployment, 'spec', 'replicas');
  const policy = valueAt(parts.container, 'imagePullPolicy');
  return section('The Deployment of the operator.', {
    enabled: toggle('Whether to deploy the operator.', true),
    replicas: integer(
      'Number of Pods, of which one is active.',
      typeof replicas === 'number' ? replicas : 1,
      0,
      2 ** 31 - 1,
    ),
    image: section('The image of the operator.', {
      repository: (image.repository === '' ? string : word)(
        'Repository of the image; with a digest (name@sha256:...), the tag has no effect.',
        image.repository,
      ),
      tag: string(
        'Tag of the image, or its digest, such as sha256:...; defaults to the appVersion of the chart.',
        image.tag,
      ),
      pullPolicy: choice(
        'When the image is pulled; empty for the default of Kubernetes.',
        ['', 'Always', 'IfNotPresent', 'Never'],
        typeof policy === 'string' ? policy : '',
      ),
    }),
    args: texts(
      'Arguments of the operator. Those for probes, metrics and webhooks are added; templates are evaluated.',
      [...args.own.map(escaped)],
    ),
    healthProbe: section('The probes of the operator.', { port: port('Port of the probes.', healthPort) }),
    env: namedObjects('Environment variables, as in a container of Kubernetes.', [...env.own]),
    envOverrides: {
      ...{ type: 'object', description: 'Environment variables by name, which replace those in env.', default: {} },
      additionalProperties: { type: ['string', 'number', 'boolean'] },
    },
    ...Object.fromEntries(described),
    terminationGracePeriodSeconds: integer(
      'Seconds until a Pod that does not end is killed.',
      typeof grace === 'number' ? grace : 30,
    ),
    labels: pairs('Labels of the Deployment.'),
    annotations: pairs('Annotations of the Deployment.'),
    pod: section('The metadata of the Pods.', {
      labels: pairs('Labels of the Pods.'),
      annotations: pairs('Annotations of the Pods.'),
    }),
    extraVolumes: namedObjects('Volumes of the Pod in addition to those of the operator.'),
    extraVolumeMounts: namedObjects('Volume mounts of the container in addition to those of the operator.'),
  });
}
