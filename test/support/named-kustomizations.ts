import type { KustomizeCase } from './kustomize-cases.js';

const agent = (name: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, namespace: system}
spec:
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      serviceAccountName: robot
      containers:
      - {name: main, image: 'agent:1', envFrom: [{configMapRef: {name: settings}}]}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: robot, namespace: system}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: system}
data: {a: b}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader, namespace: system}
rules: [{apiGroups: [''], resources: [configmaps], resourceNames: [settings], verbs: [get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: reader, namespace: system}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
subjects: [{kind: ServiceAccount, name: robot, namespace: system}]
`;

const budget = `---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: main, namespace: system}
spec: {maxUnavailable: 1, selector: {matchLabels: {app: main}}}
`;

const cronJob = `apiVersion: batch/v1
kind: CronJob
metadata: {name: nightly}
spec:
  schedule: '@daily'
  jobTemplate:
    spec:
      template:
        spec: {restartPolicy: Never, containers: [{name: main, image: 'agent:1'}]}
`;

const outermost = 'namespace: here\nnamePrefix: all-\n';

/** Returns a kustomization in the folder `case`, and the others that it lists, each with its objects. */
function layers(
  what: string,
  fields: string,
  others: Readonly<Record<string, readonly [string, string]>>,
): KustomizeCase {
  const listed = Object.keys(others).map((folder) => `- ../${folder}\n`);
  return {
    what,
    files: {
      'case/kustomization.yaml': `resources:\n${listed.join('')}${outermost}${fields}`,
      ...Object.fromEntries(
        Object.entries(others).flatMap(([folder, [own, objects]]) => [
          [`${folder}/kustomization.yaml`, `resources: [all.yaml]\n${own}`],
          [`${folder}/all.yaml`, objects],
        ]),
      ),
    },
  };
}

/** Kustomizations in which names depend on more than the prefix of the outermost one. */
export const namedKustomizations: readonly KustomizeCase[] = [
  layers('equal names under different prefixes', '', {
    'config/one': ['namePrefix: one-\n', agent('main')],
    'config/two': ['nameSuffix: -two\n', agent('main')],
  }),
  layers('objects of several kinds with one name', '', { 'config/one': ['', agent('robot')] }),
  layers('replicas beside another object of that name', 'replicas: [{name: main, count: 2}]\n', {
    'config/one': ['', agent('main') + budget],
  }),
  layers(
    'a patch of an object that has a suffix',
    'patches:\n- patch: |\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: main, namespace: system}\n    spec: {paused: true}\n',
    { 'config/one': ['nameSuffix: -v2\n', agent('main')] },
  ),
  layers(
    'a replacement of an inner kustomization',
    'patches:\n- target: {kind: ConfigMap}\n  patch: |\n    - {op: replace, path: /data/a, value: later}\n',
    {
      'config/one': [
        'replacements:\n- source: {kind: ConfigMap, fieldPath: data.a}\n  targets:\n  - select: {kind: Deployment}\n    fieldPaths: [metadata.annotations.a]\n    options: {create: true}\n',
        agent('main'),
      ],
      'config/two': [
        '',
        agent('other')
          .replaceAll('robot', 'robot-2')
          .replaceAll('settings', 'settings-2')
          .replaceAll('reader', 'reader-2'),
      ],
    },
  ),
  layers(
    'a replacement by a name and a namespace',
    `replacements:
- source: {kind: ServiceAccount, fieldPath: metadata.name}
  targets:
  - {select: {kind: ConfigMap}, fieldPaths: [data.a], options: {delimiter: ., index: 0, create: true}}
- source: {kind: ServiceAccount, fieldPath: metadata.namespace}
  targets:
  - {select: {kind: ConfigMap}, fieldPaths: [data.a], options: {delimiter: ., index: 1, create: true}}
`,
    { 'config/one': ['', agent('main')] },
  ),
  layers('labels of a CronJob', 'labels: [{pairs: {team: a}, includeTemplates: true}]\ncommonAnnotations: {by: us}\n', {
    'config/one': ['', cronJob],
  }),
  layers('a ConfigMap that is generated', '', {
    'config/one': [
      'configMapGenerator: [{name: made, namespace: system, literals: [a=b]}]\n',
      agent('main').replace('{name: settings}}]', '{name: made}}]'),
    ],
  }),
  layers('lists of objects', '', {
    'config/one': [
      '',
      'apiVersion: v1\nkind: ConfigMapList\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: ab}}\n',
    ],
  }),
  layers('an object for local use, and a time', '', {
    'config/one': [
      '',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: local, annotations: {config.kubernetes.io/local-config: "true"}}\n---\napiVersion: example.com/v1\nkind: Event\nmetadata: {name: day}\nspec: {at: 2024-01-01, flag: yes, mode: 0644, big: 9223372036854775807}\n',
    ],
  }),
  layers('a claim of a storage class', '', {
    'config/one': [
      '',
      'apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {name: fast}\nprovisioner: example.com/x\n---\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data}\nspec: {storageClassName: fast, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}\n',
    ],
  }),
];
