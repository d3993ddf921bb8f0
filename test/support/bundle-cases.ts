import { createHash } from 'node:crypto';
import type { DiagnosticCode } from '../../src/features/olm/reporting.js';
import type { OptionalSuite } from '../../src/features/olm/rules/suite-names.js';

/** The files of a bundle, by their paths. */
export type Files = Readonly<Record<string, string>>;

const csv = 'manifests/queue-operator.clusterserviceversion.yaml';
const crd = 'manifests/example.com_queues.yaml';
const annotations = 'metadata/annotations.yaml';
const dependencies = 'metadata/dependencies.yaml';
const role = 'manifests/queue-viewer_rbac.authorization.k8s.io_v1_clusterrole.yaml';

/** A bundle without problems in any suite. */
export const validBundle: Files = {
  [csv]: `apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata:
  name: queue-operator.v0.2.0
  namespace: placeholder
  annotations:
    alm-examples: |-
      [
        {
          "apiVersion": "example.com/v1",
          "kind": "Queue",
          "metadata": {"name": "queue-sample"},
          "spec": {"replicas": 1}
        }
      ]
    capabilities: Basic Install
    categories: Database, Storage
    olm.skipRange: <0.2.0
spec:
  displayName: Queue Operator
  description: Runs queues.
  version: 0.2.0
  maturity: alpha
  minKubeVersion: 1.30.0
  replaces: queue-operator.v0.1.0
  keywords: [queue]
  provider:
    name: Example
  maintainers:
  - name: Ann
    email: ann@example.com
  links:
  - name: Documentation
    url: https://example.com/docs
  icon:
  - base64data: PHN2Zy8+
    mediatype: image/svg+xml
  installModes:
  - type: OwnNamespace
    supported: false
  - type: AllNamespaces
    supported: true
  relatedImages:
  - name: queue
    image: registry.example.com:5000/queue@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
  customresourcedefinitions:
    owned:
    - name: queues.example.com
      kind: Queue
      version: v1
      displayName: Queue
      description: A queue.
      resources:
      - kind: Deployment
        name: ''
        version: apps/v1
      specDescriptors:
      - path: replicas
        displayName: Replicas
      statusDescriptors:
      - path: ready
        displayName: Ready
  webhookdefinitions:
  - type: ConversionWebhook
    generateName: cqueues.example.com
    deploymentName: queue-operator-controller-manager
    containerPort: 443
    targetPort: 9443
    sideEffects: None
    admissionReviewVersions: [v1]
    webhookPath: /convert
    conversionCRDs: [queues.example.com]
  install:
    strategy: deployment
    spec:
      clusterPermissions:
      - serviceAccountName: queue-operator-controller-manager
        rules:
        - apiGroups: [example.com]
          resources: [queues]
          verbs: [get, list, watch]
      deployments:
      - name: queue-operator-controller-manager
        label:
          control-plane: controller-manager
        spec:
          replicas: 1
          selector:
            matchLabels:
              control-plane: controller-manager
          template:
            metadata:
              labels:
                control-plane: controller-manager
            spec:
              serviceAccountName: queue-operator-controller-manager
              containers:
              - name: manager
                image: registry.example.com/queue-operator:0.2.0
                resources:
                  requests:
                    cpu: 10m
                    memory: 64Mi
`,
  [crd]: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: queues.example.com
spec:
  group: example.com
  scope: Namespaced
  names:
    kind: Queue
    listKind: QueueList
    plural: queues
    singular: queue
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              replicas:
                type: integer
          status:
            type: object
            properties:
              ready:
                type: boolean
`,
  [role]: `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: queue-viewer
  labels:
    app: queue
  annotations:
    example.com/note: it
rules:
- apiGroups: [example.com]
  resources: [queues]
  verbs: [get]
`,
  [annotations]: `annotations:
  operators.operatorframework.io.bundle.mediatype.v1: registry+v1
  operators.operatorframework.io.bundle.manifests.v1: manifests/
  operators.operatorframework.io.bundle.metadata.v1: metadata/
  operators.operatorframework.io.bundle.package.v1: queue-operator
  operators.operatorframework.io.bundle.channels.v1: stable,candidate-v0
  operators.operatorframework.io.bundle.channel.default.v1: stable
`,
  [dependencies]: `dependencies:
- type: olm.gvk
  value:
    group: example.org
    version: v1
    kind: Disk
- type: olm.package
  value:
    packageName: disks
    version: ">=1.0.0 <2.0.0"
- type: olm.label
  value:
    label: ssd
- type: olm.constraint
  value:
    failureMessage: needs a disk
    cel:
      rule: properties.exists(p, p.type == 'certified')
`,
};

/** A bundle with one mistake, and the problem that is reported. */
export interface BundleCase {
  readonly name: string;
  /** The suite that must be selected. */
  readonly suite?: OptionalSuite;
  readonly files: Files;
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning';
  /** The file with the mistake, and the text at the reported position. Absent for a problem without a position. */
  readonly at?: readonly [file: string, text: string];
  /** The number of times that the problem is reported; one by default. */
  readonly times?: number;
  /** Why the validators of operator-framework have a different verdict. */
  readonly differs?: string;
}

type Expected = Pick<BundleCase, 'code'> & Partial<Omit<BundleCase, 'name' | 'code' | 'files'>>;

/** Returns a case in which a part of a file is replaced. The part must occur in it exactly once. */
function changed(name: string, file: string, [from, to]: readonly [string, string], expected: Expected): BundleCase {
  const text = validBundle[file]!;
  if (text.split(from).length !== 2) throw new Error(`${name}: the text is not once in ${file}: ${from}`);
  const files = { ...validBundle, [file]: text.replace(from, () => to) };
  return { name, files, severity: 'error', ...expected };
}

/** Returns a case with another file, or without a file. */
function withFile(name: string, file: string, text: string | undefined, expected: Expected): BundleCase {
  const { [file]: _, ...others } = validBundle;
  return { name, files: text === undefined ? others : { ...others, [file]: text }, severity: 'error', ...expected };
}

const bundleLabel = 'operators.operatorframework.io.bundle.';
const object = (apiVersion: string, kind: string, rest = '') =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: extra\n${rest}`;

const formatCases: readonly BundleCase[] = [
  {
    name: 'no manifests',
    files: { [annotations]: validBundle[annotations]! },
    code: 'bundle-folder-missing',
    severity: 'error',
  },
  { name: 'no metadata', files: { [csv]: validBundle[csv]! }, code: 'bundle-folder-missing', severity: 'error' },
  withFile('no file with annotations', annotations, 'labels: {}\n', { code: 'missing-bundle-annotations' }),
  ...['mediatype', 'manifests', 'metadata', 'package', 'channels'].map((each) => {
    const line = validBundle[annotations]!.split('\n').find((text) => text.includes(`bundle.${each}.`))!;
    return changed(`no annotation ${each}`, annotations, [`${line}\n`, ''], {
      code: 'invalid-bundle-annotation',
      at: [annotations, `${bundleLabel}${each === 'mediatype' ? 'manifests' : 'mediatype'}`],
    });
  }),
  changed('another media type', annotations, ['registry+v1', 'plain+v0'], {
    code: 'invalid-bundle-annotation',
    at: [annotations, 'plain+v0'],
  }),
  // Upstream has rules about these two values that never match: one compares the value with itself.
  changed('another folder of manifests', annotations, ['v1: manifests/', 'v1: objects/'], {
    code: 'invalid-bundle-annotation',
    at: [annotations, 'objects/'],
  }),
  changed('another folder of metadata', annotations, ['v1: metadata/', 'v1: about/'], {
    code: 'invalid-bundle-annotation',
    at: [annotations, 'about/'],
  }),
  changed('no channel', annotations, ['stable,candidate-v0', "''"], {
    code: 'invalid-bundle-annotation',
    at: [annotations, "''"],
  }),
  changed('an empty default channel', annotations, ['default.v1: stable', "default.v1: ''"], {
    code: 'invalid-bundle-annotation',
    at: [annotations, "''"],
  }),
  withFile('no ClusterServiceVersion', csv, undefined, { code: 'missing-csv' }),
  withFile('two ClusterServiceVersions', 'manifests/z.yaml', validBundle[csv], {
    code: 'duplicate-csv',
    at: ['manifests/z.yaml', 'ClusterServiceVersion'],
  }),
  withFile('a hidden file', 'manifests/.hidden', 'a: b\n', { code: 'unreadable-bundle-file' }),
  withFile('a nested folder', 'manifests/more/a.yaml', object('v1', 'ConfigMap'), { code: 'unreadable-bundle-file' }),
  withFile('invalid YAML', 'manifests/a.yaml', 'kind: [}\n', {
    code: 'unreadable-bundle-file',
    at: ['manifests/a.yaml', '}'],
  }),
  withFile('a file without an object', 'manifests/a.yaml', 'a: b\n', {
    code: 'unreadable-bundle-file',
    at: ['manifests/a.yaml', 'a: b'],
  }),
  withFile('a kind that OLM does not install', 'manifests/a.yaml', object('apps/v1', 'Deployment'), {
    code: 'unsupported-bundle-kind',
    at: ['manifests/a.yaml', 'Deployment'],
  }),
  changed('an object without a name', role, ['  name: queue-viewer\n', ''], {
    code: 'invalid-bundle-metadata',
    at: [role, 'labels'],
  }),
  changed('an invalid label', role, ['app: queue', "app: '-'"], { code: 'invalid-bundle-metadata', at: [role, "'-'"] }),
  changed('an invalid annotation', role, ['example.com/note', 'a/b/c'], {
    code: 'invalid-bundle-metadata',
    at: [role, 'it\n'],
  }),
  changed('a type of dependencies that does not exist', dependencies, ['olm.label', 'olm.tag'], {
    code: 'invalid-bundle-dependency',
    at: [dependencies, 'olm.tag'],
  }),
  changed('a dependency without a value', dependencies, ['value:\n    label: ssd', 'value: []'], {
    code: 'invalid-bundle-dependency',
    at: [dependencies, '[]'],
  }),
  ...[
    ['    group: example.org\n', 'group', 'version: v1'],
    ['    kind: Disk\n', 'kind', 'group: example.org'],
    ['    packageName: disks\n', 'packageName', 'version: ">=1'],
    ['    version: ">=1.0.0 <2.0.0"\n', 'version of a package', 'packageName'],
  ].map(([line = '', field = '', text = '']) =>
    changed(`a dependency without ${field}`, dependencies, [line, ''], {
      code: 'invalid-bundle-dependency',
      at: [dependencies, text],
    }),
  ),
  changed('a dependency without a label', dependencies, ['label: ssd', "label: ''"], {
    code: 'invalid-bundle-dependency',
    at: [dependencies, "''"],
  }),
  changed(
    'a dependency without a rule',
    dependencies,
    ["rule: properties.exists(p, p.type == 'certified')", "rule: ''"],
    {
      code: 'invalid-bundle-dependency',
      at: [dependencies, "rule: ''"],
    },
  ),
  changed('a range of versions that is none', dependencies, ['>=1.0.0 <2.0.0', 'new'], {
    code: 'invalid-bundle-dependency',
    at: [dependencies, '"new"'],
  }),
];

const csvCases: readonly BundleCase[] = [
  changed('a name with capitals', csv, ['name: queue-operator.v0.2.0', 'name: Queue.v0.2.0'], {
    code: 'invalid-csv-name',
    at: [csv, 'Queue.v0.2.0'],
  }),
  changed('a name that is no label', csv, ['name: queue-operator.v0.2.0', `name: ${'q'.repeat(60)}.v0.2.0`], {
    code: 'invalid-csv-name',
    at: [csv, `${'q'.repeat(60)}.v0.2.0`],
  }),
  changed('an invalid name in replaces', csv, ['replaces: queue-operator.v0.1.0', 'replaces: queue_operator'], {
    code: 'invalid-csv-name',
    at: [csv, 'queue_operator'],
  }),
  changed('no annotations', csv, [/ {2}annotations:\n[^]*?<0\.2\.0\n/.exec(validBundle[csv]!)![0], ''], {
    code: 'missing-csv-examples',
    severity: 'warning',
    at: [csv, 'name: queue-operator.v0.2.0'],
  }),
  changed('no samples', csv, ['alm-examples:', 'samples:'], {
    code: 'missing-csv-examples',
    severity: 'warning',
    at: [csv, 'samples:'],
  }),
  changed('samples in two annotations', csv, ['capabilities: Basic', 'olm.examples: "[]"\n    capabilities: Basic'], {
    code: 'ignored-csv-examples',
    severity: 'warning',
    at: [csv, '"[]"'],
  }),
  changed('samples that are not JSON', csv, ['"kind": "Queue",', '"kind": "Queue"'], {
    code: 'invalid-csv-examples',
    at: [csv, '|-'],
  }),
  changed('samples without a kind', csv, ['"kind": "Queue",', ''], { code: 'invalid-csv-examples', at: [csv, '|-'] }),
  changed('a sample without an API', csv, ['      [\n', '      [{"apiVersion": "example.com/v1", "kind": "Disk"},\n'], {
    code: 'csv-example-without-api',
    at: [csv, '|-'],
  }),
  changed('an API without a sample', csv, [/\[\n[^]*?\n {6}\]/.exec(validBundle[csv]!)![0], '[]'], {
    code: 'csv-api-without-example',
    severity: 'warning',
    at: [csv, 'name: queues.example.com'],
  }),
  changed('no install modes', csv, [/ {2}installModes:\n[^]*?true\n/.exec(validBundle[csv]!)![0], ''], {
    code: 'invalid-install-modes',
    at: [csv, 'displayName: Queue Operator'],
  }),
  changed('no supported install mode', csv, ['supported: true', 'supported: false'], {
    code: 'invalid-install-modes',
    at: [csv, '- type: OwnNamespace'],
    times: 2,
  }),
  changed(
    'an install mode twice',
    csv,
    ['  - type: OwnNamespace', '  - type: AllNamespaces\n    supported: true\n  - type: OwnNamespace'],
    {
      code: 'duplicate-install-mode',
      severity: 'warning',
      at: [csv, 'AllNamespaces\n    supported: true\n  relatedImages'],
      differs: 'the rule is there, but the set that it asks stays empty',
    },
  ),
  changed('a conversion webhook in one namespace', csv, ['supported: false', 'supported: true'], {
    code: 'invalid-install-modes',
    at: [csv, '[queues.example.com]'],
  }),
  changed('no minKubeVersion', csv, ['  minKubeVersion: 1.30.0\n', ''], {
    code: 'missing-min-kube-version',
    severity: 'warning',
    at: [csv, 'displayName: Queue Operator'],
  }),
  changed('a minKubeVersion of two numbers', csv, ['minKubeVersion: 1.30.0', "minKubeVersion: '1.30'"], {
    code: 'invalid-min-kube-version',
    at: [csv, "'1.30'"],
  }),
  changed('no apiVersion', csv, ['apiVersion: operators.coreos.com/v1alpha1\n', ''], {
    code: 'missing-csv-field',
    at: [csv, 'kind: ClusterServiceVersion'],
  }),
  changed('no displayName', csv, ['  displayName: Queue Operator\n', ''], {
    code: 'missing-csv-field',
    at: [csv, 'description: Runs queues.'],
  }),
  changed('no strategy', csv, ['    strategy: deployment\n', ''], {
    code: 'missing-csv-field',
    at: [csv, 'spec:\n      clusterPermissions'],
  }),
  changed('no deployments', csv, [/ {6}deployments:\n[^]*$/.exec(validBundle[csv]!)![0], ''], {
    code: 'missing-csv-field',
    at: [csv, 'clusterPermissions'],
  }),
  changed('no install', csv, [/ {2}install:\n[^]*$/.exec(validBundle[csv]!)![0], ''], {
    code: 'missing-csv-field',
    at: [csv, 'displayName: Queue Operator'],
  }),
  changed('an annotation in lower case', csv, ['olm.skipRange', 'olm.skiprange'], {
    code: 'csv-annotation-case',
    at: [csv, '<0.2.0'],
  }),
  changed('an annotation in upper case', csv, ['olm.skipRange', 'olm.targetnamespaces'], {
    code: 'csv-annotation-case',
    at: [csv, '<0.2.0'],
  }),
  changed('properties in an annotation', csv, ['olm.skipRange: <0.2.0', "olm.properties: '[]'"], {
    code: 'csv-properties-annotation',
    severity: 'warning',
    at: [csv, "'[]'"],
  }),
  changed('the name of a CRD without a group', csv, ['- name: queues.example.com', '- name: queues'], {
    code: 'invalid-owned-crd-name',
    at: [csv, 'queues\n      kind'],
  }),
  changed('a version that is none', csv, ['version: 0.2.0', 'version: new'], {
    code: 'invalid-csv-value',
    at: [csv, 'new'],
  }),
  changed('a version that is a number', csv, ['version: 0.2.0', 'version: 0.2'], {
    code: 'invalid-csv-value',
    at: [csv, '0.2\n'],
  }),
  changed('install modes that are a mapping', csv, ['  keywords: [queue]', '  keywords: {queue: true}'], {
    code: 'invalid-csv-value',
    at: [csv, '{queue: true}'],
  }),
  ...[
    ['cleanup', "{enabled: 'yes'}", "'yes'"],
    ['cleanup', '{enabled: 17}', '17}'],
    ['nativeAPIs', 'x', 'x\n  keywords'],
    ['selector', '{matchLabels: [a]}', '[a]'],
  ].map(([field = '', value = '', at = '']) =>
    changed(`the value ${value} of ${field}`, csv, ['  keywords:', `  ${field}: ${value}\n  keywords:`], {
      code: 'invalid-csv-value',
      at: [csv, at],
    }),
  ),
];

const crdV1beta1 = validBundle[crd]!.replace('k8s.io/v1\n', 'k8s.io/v1beta1\n').replace('name: v1\n', 'name: v2\n');

const bundleCases: readonly BundleCase[] = [
  withFile('an owned CRD that is not there', crd, undefined, {
    code: 'owned-crd-missing',
    at: [csv, 'name: queues.example.com'],
  }),
  changed('an owned version that is not there', csv, ['version: v1\n', 'version: v2\n'], {
    code: 'owned-crd-missing',
    at: [csv, 'name: queues.example.com'],
    times: 1,
  }),
  withFile(
    'a CRD that is not owned',
    'manifests/a.yaml',
    validBundle[crd]!.replaceAll('queue', 'crate').replaceAll('Queue', 'Crate'),
    {
      code: 'crd-not-owned',
      at: ['manifests/a.yaml', 'v1\n    served'],
    },
  ),
  withFile('a CRD twice', 'manifests/z.yaml', validBundle[crd], {
    code: 'duplicate-bundle-crd',
    at: ['manifests/z.yaml', 'v1\n    served'],
  }),
  withFile(
    'the service account of the deployment',
    'manifests/a.yaml',
    object('v1', 'ServiceAccount').replace('extra', 'queue-operator-controller-manager'),
    { code: 'bundle-service-account', at: ['manifests/a.yaml', 'queue-operator-controller-manager'] },
  ),
  withFile('too many bytes', 'manifests/a.yaml', configMap(900_000), {
    code: 'bundle-too-large',
    at: [csv, 'apiVersion'],
  }),
  withFile('nearly too many bytes', 'manifests/a.yaml', configMap(760_000), {
    code: 'large-bundle',
    severity: 'warning',
    at: [csv, 'apiVersion'],
  }),
  ...[
    ['an empty name of an image', "''"],
    ['an image with capitals', 'example.com/Queue:1'],
    ['an image with a space', 'a b'],
    ['an image with a short digest', 'example.com/queue@sha256:0123'],
    ['the ID of an image', '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'],
  ].map(([name = '', image = '']) =>
    changed(name, csv, [/image: (registry.example.com:5000\S+)/.exec(validBundle[csv]!)![1]!, image], {
      code: 'invalid-related-image',
      at: [csv, image],
    }),
  ),
  changed('a release without its name', csv, ['version: 0.2.0', 'version: 0.2.0\n  release: "1"'], {
    code: 'bundle-release-name',
    at: [csv, 'queue-operator.v0.2.0'],
  }),
];

/** Returns a ConfigMap with this number of bytes, which cannot be compressed. */
function configMap(bytes: number): string {
  const hashes = Array.from({ length: bytes / 64 }, (_, index) => createHash('sha512').update(`${index}`).digest());
  return object('v1', 'ConfigMap', `binaryData:\n  a: ${Buffer.concat(hashes).toString('base64')}\n`);
}

const hub = { code: 'invalid-hub-listing', suite: 'operatorhubv2' } as const;

const hubCases: readonly BundleCase[] = [
  changed('no provider', csv, ['    name: Example\n', '    url: https://example.com\n'], {
    ...hub,
    at: [csv, 'url: https://example.com\n'],
  }),
  changed('a maintainer without a name', csv, ['name: Ann', "name: ''"], { ...hub, at: [csv, "''\n    email"] }),
  changed('a maintainer without a mail address', csv, ['    email: ann@example.com\n', ''], {
    ...hub,
    at: [csv, 'name: Ann'],
  }),
  changed('an invalid mail address', csv, ['ann@example.com', 'ann at example'], {
    ...hub,
    at: [csv, 'ann at example'],
  }),
  changed('a link without a name', csv, ['name: Documentation', "name: ''"], { ...hub, at: [csv, "''\n    url"] }),
  changed('a link without a URL', csv, ['    url: https://example.com/docs\n', ''], {
    ...hub,
    at: [csv, 'name: Documentation'],
  }),
  changed('a URL without a scheme', csv, ['https://example.com/docs', 'example.com/docs'], {
    ...hub,
    at: [csv, 'example.com/docs'],
  }),
  changed('no version', csv, ['  version: 0.2.0\n', ''], { ...hub, at: [csv, 'displayName: Queue Operator'] }),
  changed('the version zero', csv, ['version: 0.2.0', 'version: 0.0.0'], { ...hub, at: [csv, '0.0.0'] }),
  changed('no icon', csv, [/ {2}icon:\n[^]*?xml\n/.exec(validBundle[csv]!)![0], ''], {
    code: 'missing-icon',
    suite: 'operatorhubv2',
    severity: 'warning',
    at: [csv, 'displayName: Queue Operator'],
  }),
  changed('two icons', csv, ['  installModes:', '  - base64data: YQ==\n    mediatype: image/png\n  installModes:'], {
    ...hub,
    at: [csv, '- base64data: PHN2Zy8+'],
  }),
  changed('an icon without data', csv, ['PHN2Zy8+', "''"], { ...hub, at: [csv, "''\n    mediatype"] }),
  changed('an icon without a type', csv, ['image/svg+xml', "''"], { ...hub, at: [csv, "''\n  installModes"] }),
  changed('an icon of another type', csv, ['image/svg+xml', 'image/tiff'], { ...hub, at: [csv, 'image/tiff'] }),
  changed('a level of capabilities that does not exist', csv, ['Basic Install', 'basic'], {
    code: 'unknown-capability-level',
    suite: 'capabilities',
    at: [csv, 'basic'],
  }),
  changed('a category that does not exist', csv, ['Database, Storage', 'Database, Queues'], {
    code: 'unknown-csv-category',
    suite: 'categories',
    at: [csv, 'Database, Queues'],
  }),
];

const practice = { suite: 'good-practices', severity: 'warning' } as const;

const practiceCases: readonly BundleCase[] = [
  changed('no requests', csv, ['requests:', 'limits:'], {
    ...practice,
    code: 'missing-resource-requests',
    at: [csv, 'name: manager'],
  }),
  changed('no deployments to install', csv, [/ {6}deployments:\n[^]*$/.exec(validBundle[csv]!)![0], ''], {
    ...practice,
    severity: 'error',
    code: 'csv-without-deployment',
    at: [csv, 'clusterPermissions'],
  }),
  changed('a CRD without a description', csv, ['      description: A queue.\n', ''], {
    ...practice,
    code: 'missing-crd-description',
    at: [csv, 'name: queues.example.com'],
  }),
  changed('an unusual channel', annotations, ['stable,candidate-v0', 'stable,beta'], {
    ...practice,
    code: 'unusual-channel-name',
    at: [annotations, 'stable,beta'],
  }),
  changed(
    'the permission to create CRDs',
    csv,
    [
      '[example.com]\n          resources: [queues]\n          verbs: [get, list, watch]',
      '[apiextensions.k8s.io]\n          resources: ["*"]\n          verbs: [create]',
    ],
    {
      ...practice,
      code: 'crd-permission',
      at: [csv, 'apiGroups'],
    },
  ),
  changed('a name without a version', csv, ['name: queue-operator.v0.2.0', 'name: queue-operator.version'], {
    ...practice,
    code: 'unusual-csv-name',
    at: [csv, 'queue-operator.version'],
  }),
  changed('a name without .v', csv, ['name: queue-operator.v0.2.0', 'name: queue-operator-0.2.0'], {
    ...practice,
    code: 'unusual-csv-name',
    at: [csv, 'queue-operator-0.2.0'],
  }),
];

const removed = { code: 'removed-api', suite: 'alpha-deprecated-apis' } as const;

const removedCases: readonly BundleCase[] = [
  changed(
    'a permission for PodSecurityPolicy',
    csv,
    ['[example.com]\n          resources: [queues]', '[policy]\n          resources: [podsecuritypolicies]'],
    {
      ...removed,
      severity: 'warning',
      at: [csv, 'apiGroups'],
    },
  ),
  withFile('a CRD of v1beta1', 'manifests/a.yaml', crdV1beta1, {
    ...removed,
    at: ['manifests/a.yaml', 'apiextensions.k8s.io/v1beta1'],
  }),
  changed('a role of v1beta1', role, ['k8s.io/v1\n', 'k8s.io/v1beta1\n'], {
    ...removed,
    at: [role, 'rbac.authorization.k8s.io/v1beta1'],
  }),
  withFile('a disruption budget of v1beta1', 'manifests/a.yaml', object('policy/v1beta1', 'PodDisruptionBudget'), {
    ...removed,
    at: ['manifests/a.yaml', 'policy/v1beta1'],
  }),
  changed(
    'a listed resource of v1beta1',
    csv,
    [
      "kind: Deployment\n        name: ''\n        version: apps/v1",
      "kind: CronJob\n        name: ''\n        version: batch/v1beta1",
    ],
    {
      ...removed,
      at: [csv, 'kind: CronJob'],
    },
  ),
];

const definition = (name: string, replaced: readonly [string, string]): BundleCase =>
  changed(name, crd, replaced, { code: 'rejected-by-api-server' });

/** Bundles with CRDs that the API server rejects. Only its own code reports them. */
export const definitionCases: readonly BundleCase[] = [
  definition('a CRD with the name of another one', ['name: queues.example.com', 'name: disks.example.com']),
  definition('a CRD without a stored version', ['storage: true', 'storage: false']),
  definition('a CRD with an invalid scope', ['scope: Namespaced', 'scope: Everywhere']),
  definition('a CRD with an invalid short name', ['    plural: queues', '    shortNames: [Q_]\n    plural: queues']),
];

/** One bundle for each rule. */
export const bundleCaseList: readonly BundleCase[] = [
  ...formatCases,
  ...csvCases,
  ...bundleCases,
  ...hubCases,
  ...practiceCases,
  ...removedCases,
];
