import { emitRoleNamespaces } from '../../src/output/emit/role-namespaces.js';

/** A kustomization in the folder `case`, with the files that it needs. */
export interface KustomizeCase {
  readonly what: string;
  readonly files: Readonly<Record<string, string>>;
}

const usual = `apiVersion: apps/v1
kind: Deployment
metadata: {name: manager, namespace: system, labels: {app: api}}
spec:
  selector: {matchLabels: {app: api}}
  template:
    metadata: {labels: {app: api}}
    spec:
      serviceAccountName: robot
      initContainers:
      - {name: first, image: 'busybox:1'}
      containers:
      - {name: manager, image: 'controller:latest', args: [--one], env: [{name: A, value: a}], ports: [{containerPort: 8080, name: http}]}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: robot, namespace: system}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: own, namespace: system}
data: {account: none, parts: a.b.c}
`;

const shared = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: manager
  labels: &labels {app: api}
  annotations: *labels
spec:
  selector: {matchLabels: *labels}
  template:
    metadata: {labels: *labels}
    spec:
      initContainers:
      - {name: first, image: a, resources: &small {limits: {cpu: 1m}}, env: &env [{name: A, value: a}]}
      containers:
      - {name: manager, image: b}
      - {name: sidecar, image: c, resources: *small, env: *env}
`;

const numbers = `apiVersion: example.com/v1
kind: Limits
metadata: {name: limits}
spec:
  max: 9223372036854775807
  min: -9223372036854775808
  odd: 9007199254740993
  unsigned: 18446744073709551615
  small: 42
  mode: 0644
  hexadecimal: 0x1fffffffffffff1
  fraction: 1.50
  list: [9007199254740993, {deep: 9007199254740995}]
`;

function kustomization(
  what: string,
  fields: string,
  objects = usual,
  more: KustomizeCase['files'] = {},
): KustomizeCase {
  const files = { 'case/kustomization.yaml': `resources: [all.yaml]\n${fields}`, 'case/all.yaml': objects, ...more };
  return { what, files };
}

const target = 'target: {kind: Deployment}';
const spec = '/spec/template/spec';

function merged(containers: string): string {
  return `patches:\n- patch: |\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: manager, namespace: system}\n    spec: {template: {spec: ${containers}}}\n`;
}

const replacement = (source: string, to: string): string =>
  `replacements:\n- ${source}\n  targets:\n  - select: {kind: ConfigMap}\n    fieldPaths: [${to}]\n`;

const aliases: readonly KustomizeCase[] = [
  kustomization(
    'merged mappings',
    'labels: [{pairs: {team: a}}]\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, labels: &l {x: y}, annotations: {<<: *l, z: w}}\ndata: {dot: ., line: _, time: 1:30, on: off, no: n, flag: Yes}\n',
  ),
  kustomization('labels of an anchor', 'labels: [{pairs: {team: a}}]\n', shared),
  kustomization('common labels of an anchor', 'commonLabels: {team: a}\n', shared),
  kustomization(
    'JSON patches of what an alias repeats',
    `patches:\n- ${target}\n  patch: |\n    - {op: replace, path: ${spec}/containers/1/resources/limits/cpu, value: 2m}\n    - {op: add, path: ${spec}/containers/1/env/-, value: {name: B, value: b}}\n`,
    shared,
  ),
  kustomization(
    'a replacement into what an alias repeats',
    `replacements:\n- source: {kind: Deployment, fieldPath: metadata.name}\n  targets:\n  - select: {kind: Deployment}\n    fieldPaths: ['spec.template.spec.containers.[name=sidecar].env.[name=A].value']\n`,
    shared,
  ),
  kustomization(
    'a patch whose values two objects get',
    `patches:\n- ${target}\n  patch: |\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: any}\n    spec: {template: {spec: {nodeSelector: &one {a: b}, tolerations: [{key: a}], affinity: {nodeAffinity: {x: *one}}}}}\n- target: {kind: Deployment, name: manager}\n  patch: |\n    - {op: add, path: ${spec}/tolerations/0/value, value: b}\n    - {op: add, path: ${spec}/nodeSelector/c, value: d}\n`,
    `${usual}---\n${usual.split('---\n')[0]!.replace('name: manager', 'name: other')}`,
  ),
];

const labelled = ['one', 'two', 'three']
  .map(
    (name) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: ${name}, labels: {${name}: a, of: ${name}}}\n`,
  )
  .join('---\n');

const targets: readonly KustomizeCase[] = [
  ...[
    'name: t.*',
    'name: two|o',
    'name: "(?i)TWO"',
    'kind: Config',
    'group: a',
    'version: v1.*',
    'namespace: t.+',
    'namespace: there',
  ],
  ...[
    'labelSelector: two',
    'labelSelector: "!two"',
    'labelSelector: "of in (one, two),one!=a"',
    'labelSelector: "two notin (a)"',
  ],
  ...['labelSelector: of==three', 'annotationSelector: of', 'labelSelector: of= '],
].map((fields) =>
  kustomization(
    `a patch of ${fields}`,
    `namespace: there\nnamePrefix: an-\npatches:\n- target: {${fields}}\n  patch: |\n    - {op: add, path: /data, value: {a: b}}\n`,
    labelled,
  ),
);

const exactNumbers: readonly KustomizeCase[] = [
  kustomization('large integers', '', numbers),
  // kustomize rounds the numbers of an object that a JSON patch changes.
  kustomization(
    'large integers in a merged patch',
    'patches:\n- patch: |\n    apiVersion: example.com/v1\n    kind: Limits\n    metadata: {name: limits}\n    spec: {merged: 9223372036854775806, list: [9007199254740997]}\n',
    numbers,
  ),
];

const lists: readonly KustomizeCase[] = [
  kustomization(
    'a merged container before a new one',
    merged('{containers: [{name: manager, env: [{name: B, value: b}]}, {name: proxy, image: envoy}]}'),
  ),
  kustomization(
    'a new container before a merged one',
    merged('{containers: [{name: proxy, image: envoy}, {name: manager, env: [{name: B, value: b}]}]}'),
  ),
  kustomization('a new container alone', merged('{containers: [{name: proxy, image: envoy}]}')),
  kustomization(
    'new containers around a merged one',
    merged('{containers: [{name: p, image: p}, {name: manager, tty: true}, {name: q, image: q}]}'),
  ),
  kustomization(
    'new variables and volumes',
    merged(
      '{volumes: [{name: v}], containers: [{name: manager, env: [{name: C, value: c}, {name: A, value: x}, {name: B, value: b}]}]}',
    ),
  ),
  kustomization(
    'an item of its own for each protocol of a port',
    merged(
      '{containers: [{name: manager, ports: [{containerPort: 9090, protocol: TCP}, {containerPort: 9090, protocol: UDP}]}]}',
    ),
  ),
  kustomization(
    'deleted and replaced items',
    merged(
      '{initContainers: [{name: first, $patch: delete}, {name: second, image: b}], containers: [{name: manager, ports: [{$patch: replace}, {containerPort: 1}], env: [{name: A, $patch: delete}, {name: B, value: b}]}], volumes: [{name: none, $patch: delete}, {name: some}]}',
    ),
  ),
  kustomization(
    'a new container, and a JSON patch of the first one',
    `${merged('{containers: [{name: manager, tty: true}, {name: proxy, image: envoy}]}')}- ${target}\n  patch: |\n    - {op: add, path: ${spec}/containers/0/args/-, value: --two}\n`,
  ),
];

const others: readonly KustomizeCase[] = [
  ...[
    'newName: reg/ctl, tagSuffix: -fips',
    'newTag: v2, tagSuffix: -fips',
    'tagSuffix: -fips',
    'newName: reg/ctl',
    'newTag: "1.10"',
    'digest: sha256:abc',
    'digest: sha256:abc, tagSuffix: -x',
    'digest: sha256:abc, newTag: v3',
  ].map((fields) => kustomization(`an image with ${fields}`, `images: [{name: controller, ${fields}}]\n`)),
  kustomization(
    'a replacement of a reference to another object',
    `namePrefix: n-\nnamespace: other\n${replacement('source: {kind: Deployment, fieldPath: spec.template.spec.serviceAccountName}', 'data.account')}`,
  ),
  kustomization(
    'a replacement of a name',
    `namePrefix: n-\nnameSuffix: -x\n${replacement('source: {kind: ServiceAccount, fieldPath: metadata.name}', 'data.account')}`,
  ),
  kustomization('a replacement by a value', replacement('sourceValue: given', 'data.account')),
  {
    what: 'a replacement below a prefix',
    files: {
      'case/kustomization.yaml': 'resources: [../inner]\nnamePrefix: outer-\nnameSuffix: -y\n',
      'inner/kustomization.yaml': `resources: [all.yaml]\nnamePrefix: n-\n${replacement('source: {kind: ServiceAccount, name: robot, fieldPath: metadata.name}', 'data.account')}`,
      'inner/all.yaml': usual,
    },
  },
];

const roleElsewhere = `${usual}---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: role, namespace: vault}
rules: []
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: binding, namespace: vault}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: role}
subjects: [{kind: ServiceAccount, name: robot, namespace: system}]
`;

const transformers = emitRoleNamespaces(
  ['vault'],
  [{ binding: 'binding', namespace: 'vault', account: { name: 'robot', namespace: 'system' } }],
);

const rolesElsewhere: readonly KustomizeCase[] = [
  kustomization(
    'transformers in a file',
    'namePrefix: n-\nnamespace: other\ntransformers: [roles.yaml]\n',
    roleElsewhere,
    { 'case/roles.yaml': transformers },
  ),
  kustomization(
    'transformers in a folder',
    'namePrefix: n-\nnamespace: other\ntransformers: [../roles]\n',
    roleElsewhere,
    { 'roles/kustomization.yaml': 'resources: [roles.yaml]\n', 'roles/roles.yaml': transformers },
  ),
];

/** Patches without a target, by each name that an object has had, in the namespace that it had at that time. */
const byNames: readonly KustomizeCase[] = [
  ['manager', 'system'],
  ['manager', 'here'],
  ['a-manager', 'here'],
  ['a-manager-b', 'here'],
].map(([name = '', namespace = '']) => ({
  what: `a patch of ${name} in ${namespace}`,
  files: {
    'case/kustomization.yaml': `resources: [inner]\npatches:\n- patch: |\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: ${name}, namespace: ${namespace}}\n    spec: {replicas: 3}\n`,
    'case/inner/kustomization.yaml': 'namespace: here\nnamePrefix: a-\nnameSuffix: -b\nresources: [all.yaml]\n',
    'case/inner/all.yaml': usual,
  },
}));

export const kustomizeCases: readonly KustomizeCase[] = [
  ...aliases,
  ...byNames,
  ...exactNumbers,
  ...lists,
  ...others,
  ...rolesElsewhere,
  ...targets,
];
