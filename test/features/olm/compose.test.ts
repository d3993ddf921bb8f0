import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { JsonObject } from '../../../src/base/model/schema.js';
import { listAt, objectAt, textAt, valueAt } from '../../../src/base/model/json-at.js';
import { composeBundle, type ComposeInput } from '../../../src/features/olm/compose/compose.js';
import { emitCrd } from '../../../src/output/emit/crd.js';
import { analyzeSources, kindSource } from '../../support/generate.js';
import { displayName } from '../../../src/features/olm/display-name.js';

const manager = `apiVersion: apps/v1
kind: Deployment
metadata: { name: shop-manager, namespace: shop-system, labels: { app: shop } }
spec:
  selector: { matchLabels: { app: shop } }
  template:
    metadata: { labels: { app: shop } }
    spec:
      serviceAccountName: shop-account
      containers:
      - name: manager
        image: registry.example.com/shop:1.0
        args: [--leader-elect, --webhook-cert-path=/own/certs, --metrics-cert-path=/metrics/certs]
        ports: [{ name: hooks, containerPort: 9443 }]
        env: [{ name: WATCH_NAMESPACE, valueFrom: { fieldRef: { fieldPath: metadata.namespace } } }]
        volumeMounts:
        - { name: cache, mountPath: /cache }
        - { name: hook-certs, mountPath: /own/certs }
        - { name: metrics-certs, mountPath: /metrics/certs }
      volumes:
      - { name: cache, emptyDir: {} }
      - { name: hook-certs, secret: { secretName: hook-certs } }
      - { name: metrics-certs, secret: { secretName: metrics-certs } }
`;
const account = 'apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: shop-account, namespace: shop-system }\n';
const role = (kind: string, name: string, resource: string) => `apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}
metadata: { name: ${name}${kind === 'Role' ? ', namespace: shop-system' : ''} }
rules: [{ apiGroups: [apps], resources: [${resource}], verbs: [create] }]
`;
const binding = (
  kind: string,
  name: string,
  roleKind: string,
  roleName: string,
  ...accounts: string[]
) => `apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}
metadata: { name: ${name}${kind === 'RoleBinding' ? ', namespace: shop-system' : ''} }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ${roleKind}, name: ${roleName} }
subjects: [${accounts.map((each) => `{ kind: ServiceAccount, name: ${each}, namespace: shop-system }`).join(', ')}]
`;
const certificate = (name: string) => `apiVersion: cert-manager.io/v1
kind: Certificate
metadata: { name: ${name}, namespace: shop-system }
spec: { secretName: ${name}, dnsNames: [a], issuerRef: { name: issuer } }
`;
const service = (port: string) => `apiVersion: v1
kind: Service
metadata: { name: shop-hooks, namespace: shop-system }
spec: { selector: { app: shop }, ports: [${port}] }
`;
const definition = (plural: string, kind: string, path = '/convert') => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${plural}.example.com, annotations: { cert-manager.io/inject-ca-from: a/b } }
spec:
  group: example.com
  names: { kind: ${kind}, plural: ${plural} }
  scope: Namespaced
  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions: [v1]
      clientConfig: { service: { name: shop-hooks, namespace: shop-system, path: ${path} } }
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        description: "${kind} of\\n  a shop."
        properties:
          spec:
            type: object
            properties:
              replicas: { type: integer }
              size: { type: string }
              isOpen: { type: boolean, description: Whether it is open. }
              secretName: { type: string }
              tokenSecretRef: { type: object, properties: { name: { type: string } } }
              resources: { type: object, properties: { limits: { type: object }, requests: { type: object } } }
          status: { type: object, properties: { conditions: { type: array }, phase: { type: string } } }
`;
const sample = 'apiVersion: example.com/v1\nkind: Order\nmetadata: { name: a }\nspec: { replicas: 1 }\n';

function compose(texts: readonly string[], given: Partial<ComposeInput> = {}) {
  const parts = parseAllDocuments(texts.join('---\n')).map((each) => ({ object: each.toJS() as JsonObject }));
  return composeBundle({
    ...{
      parts,
      samples: [],
      packageName: 'shop',
      provider: 'Example',
      builder: 'test',
      layout: 'test',
      annotations: {},
    },
    options: { version: '0.2.0', skips: [], useImageDigests: false },
    ...given,
  });
}

const codesOf = ({ diagnostics }: ReturnType<typeof compose>) => diagnostics.map(({ code }) => code);
const installOf = ({ csv }: ReturnType<typeof compose>) => objectAt(csv, 'spec', 'install', 'spec');
const containerOf = (made: ReturnType<typeof compose>) =>
  objectAt(installOf(made), 'deployments', 0, 'spec', 'template', 'spec', 'containers', 0);

describe('permissions', () => {
  it('of the Deployment go into the ClusterServiceVersion, with its account', () => {
    const made = compose([
      ...[manager, account, role('Role', 'leases', 'deployments'), role('ClusterRole', 'all', 'statefulsets')],
      binding('RoleBinding', 'leases', 'Role', 'leases', 'shop-account'),
      binding('ClusterRoleBinding', 'all', 'ClusterRole', 'all', 'shop-account'),
    ]);
    const entry = (resource: string) => [
      {
        serviceAccountName: 'shop-account',
        rules: [{ apiGroups: ['apps'], resources: [resource], verbs: ['create'] }],
      },
    ];
    expect(installOf(made)).toMatchObject({
      permissions: entry('deployments'),
      clusterPermissions: entry('statefulsets'),
    });
    expect([...made.manifests.keys()]).toEqual([]);
  });

  it('of a ClusterRole that a RoleBinding names are those of a namespace', () => {
    const made = compose([
      ...[manager, role('ClusterRole', 'all', 'statefulsets')],
      binding('RoleBinding', 'all', 'ClusterRole', 'all', 'shop-account'),
    ]);
    expect(installOf(made)['clusterPermissions']).toBeUndefined();
    expect(listAt(installOf(made), 'permissions')).toHaveLength(1);
  });

  it('of others stay, with what they share', () => {
    const made = compose([
      ...[manager, account, role('ClusterRole', 'reader', 'deployments'), role('ClusterRole', 'all', 'statefulsets')],
      binding('ClusterRoleBinding', 'all', 'ClusterRole', 'all', 'shop-account', 'other'),
    ]);
    expect([...made.manifests.keys()]).toEqual([
      'all_rbac.authorization.k8s.io_v1_clusterrole.yaml',
      'all_rbac.authorization.k8s.io_v1_clusterrolebinding.yaml',
      'reader_rbac.authorization.k8s.io_v1_clusterrole.yaml',
    ]);
    const left = made.manifests.get('all_rbac.authorization.k8s.io_v1_clusterrolebinding.yaml');
    expect(listAt(left, 'subjects').map((each) => textAt(each, 'name'))).toEqual(['other']);
  });

  it('in a role that is not there are reported', () => {
    const made = compose([
      manager,
      account,
      binding('ClusterRoleBinding', 'view', 'ClusterRole', 'view', 'shop-account'),
    ]);
    expect(codesOf(made)).toEqual(['bundle-incomplete']);
    // Without permissions, OLM does not create the account.
    expect([...made.manifests.keys()]).toContain('shop-account_v1_serviceaccount.yaml');
  });
});

describe('the Deployment', () => {
  it('gets its namespaces and its certificate from OLM, and keeps the other volumes', () => {
    const made = compose([manager, certificate('hook-certs'), certificate('metrics-certs')]);
    expect(codesOf(made)).toEqual([]);
    expect(containerOf(made)).toMatchObject({
      args: ['--leader-elect', '--webhook-cert-path=/tmp/k8s-webhook-server/serving-certs'],
      env: [
        {
          name: 'WATCH_NAMESPACE',
          valueFrom: { fieldRef: { fieldPath: "metadata.annotations['olm.targetNamespaces']" } },
        },
      ],
      volumeMounts: [{ name: 'cache', mountPath: '/cache' }],
    });
    const volumes = listAt(installOf(made), 'deployments', 0, 'spec', 'template', 'spec', 'volumes');
    expect(volumes).toEqual([{ name: 'cache', emptyDir: {} }]);
    expect(installOf(made)).toMatchObject({ deployments: [{ name: 'shop-manager', label: { app: 'shop' } }] });
  });

  it('keeps volumes with other Secrets', () => {
    expect(listAt(containerOf(compose([manager])), 'volumeMounts')).toHaveLength(3);
  });

  it('is not told folders of certificates whose volumes a patch has removed', () => {
    const removed = (name: string) => manager.replaceAll(new RegExp(`^ +- \\{ name: ${name}-certs, .*\\n`, 'gm'), '');
    const argsOf = (texts: readonly string[]) => listAt(containerOf(compose(texts)), 'args');
    const hooks = '--webhook-cert-path=/tmp/k8s-webhook-server/serving-certs';
    const certificates = [certificate('hook-certs'), certificate('metrics-certs')];
    expect(argsOf([removed('metrics'), ...certificates])).toEqual(['--leader-elect', hooks]);
    expect(argsOf([removed('hook'), ...certificates])).toEqual(['--leader-elect', hooks]);
    // The image can have certificates that nobody issues.
    expect(argsOf([removed('metrics')])).toContain('--metrics-cert-path=/metrics/certs');
  });

  it('does not issue its certificate', () => {
    const issuing = manager
      .replace('--webhook-cert-path=/own/certs', '--webhook-self-signed, --webhook-service=$(WEBHOOK_SERVICE)')
      .replace('env: [', 'env: [{ name: WEBHOOK_SERVICE, value: hooks }, { name: WEBHOOK_CERT_SECRET, value: own }, ');
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata: { name: own }\n';
    const made = compose([issuing, secret]);
    expect(listAt(containerOf(made), 'args').at(-1)).toBe('--webhook-cert-path=/tmp/k8s-webhook-server/serving-certs');
    expect(listAt(containerOf(made), 'args')).not.toContain('--webhook-self-signed');
    expect(listAt(containerOf(made), 'env').map((each) => textAt(each, 'name'))).toEqual(['WATCH_NAMESPACE']);
    expect(made.manifests.size).toBe(0);
  });

  it('must be there', () => {
    expect(codesOf(compose([account]))).toEqual(['bundle-without-deployment']);
  });
});

describe('webhooks', () => {
  const configuration = (config: string, more = '') => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: hooks }
webhooks:
- name: v.example.com
  admissionReviewVersions: [v1]
  sideEffects: None
  clientConfig: ${config}
${more}`;
  const served = '{ service: { name: shop-hooks, namespace: shop-system, path: /validate, port: 8443 } }';

  it('are served through the port that their Service forwards to', () => {
    const made = compose([manager, service('{ port: 8443, targetPort: hooks }'), configuration(served)]);
    expect(codesOf(made)).toEqual([]);
    expect(listAt(made.csv, 'spec', 'webhookdefinitions')).toEqual([
      {
        type: 'ValidatingAdmissionWebhook',
        generateName: 'v.example.com',
        deploymentName: 'shop-manager',
        containerPort: 8443,
        targetPort: 9443,
        webhookPath: '/validate',
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
      },
    ]);
    expect(made.manifests.size).toBe(0);
  });

  it('leave a Service that has other ports, too', () => {
    const ports = '{ port: 8443, targetPort: 9443 }, { port: 80 }';
    expect(compose([manager, service(ports), configuration(served)]).manifests.size).toBe(1);
  });

  it.each([
    ['a URL', configuration('{ url: "https://example.com" }')],
    ['another port', configuration('{ service: { name: shop-hooks } }')],
  ])('with %s are refused', (_, text) => {
    expect(codesOf(compose([manager, service('{ port: 8443 }'), text]))).toEqual(['webhook-without-deployment']);
  });

  it('cannot select namespaces', () => {
    const text = configuration(served, '  namespaceSelector: { matchLabels: { a: b } }\n');
    expect(codesOf(compose([manager, service('{ port: 8443 }'), text]))).toEqual(['bundle-incomplete']);
  });

  it('convert all kinds of one path together, in all namespaces', () => {
    const definitions = [
      definition('stores', 'Store'),
      definition('orders', 'Order'),
      definition('carts', 'Cart', '/other'),
    ];
    const base = `apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata: { name: shop.v0.0.0 }
spec: { installModes: [{ type: OwnNamespace, supported: true }] }
`;
    const made = compose([manager, service('{ port: 443, targetPort: 9443 }'), ...definitions, base]);
    const found = listAt(made.csv, 'spec', 'webhookdefinitions');
    expect(
      found.map((each) => [textAt(each, 'generateName'), textAt(each, 'webhookPath'), valueAt(each, 'conversionCRDs')]),
    ).toEqual([
      ['ccart.kb.io', '/other', ['carts.example.com']],
      ['corderstore.kb.io', '/convert', ['orders.example.com', 'stores.example.com']],
    ]);
    const modes = listAt(made.csv, 'spec', 'installModes').filter((each) => valueAt(each, 'supported') === true);
    expect(modes).toEqual([{ type: 'AllNamespaces', supported: true }]);
    expect(objectAt(made.manifests.get('example.com_carts.yaml'), 'metadata')).toEqual({ name: 'carts.example.com' });
  });
});

describe('owned kinds', () => {
  const parts = [manager, service('{ port: 443 }'), definition('orders', 'Order'), sample];
  const ownedIn = (made: ReturnType<typeof compose>) => listAt(made.csv, 'spec', 'customresourcedefinitions', 'owned');

  it('are described by their definitions', () => {
    const ui = 'urn:alm:descriptor:com.tectonic.ui:';
    const made = compose(parts);
    expect(ownedIn(made)).toHaveLength(1);
    expect(ownedIn(made)[0]).toMatchObject({ displayName: 'Order', description: 'Order of a shop.', version: 'v1' });
    const widgets = ['specDescriptors', 'statusDescriptors'].flatMap((list) =>
      listAt(ownedIn(made)[0], list).map((each) => [textAt(each, 'path'), valueAt(each, 'x-descriptors', 0)]),
    );
    expect(Object.fromEntries(widgets)).toEqual({
      replicas: `${ui}podCount`,
      size: undefined,
      isOpen: `${ui}booleanSwitch`,
      secretName: 'urn:alm:descriptor:io.kubernetes:Secret',
      tokenSecretRef: undefined,
      'tokenSecretRef.name': 'urn:alm:descriptor:io.kubernetes:Secret',
      resources: `${ui}resourceRequirements`,
      conditions: 'urn:alm:descriptor:io.kubernetes.conditions',
      phase: 'urn:alm:descriptor:io.kubernetes.phase',
    });
    expect(JSON.parse(textAt(made.csv, 'metadata', 'annotations', 'alm-examples'))).toMatchObject([{ kind: 'Order' }]);
    expect([...made.manifests.keys()]).toEqual(['example.com_orders.yaml']);
  });

  it('keep what the base says', () => {
    const base = `apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata: { name: shop.v0.0.0, annotations: { categories: Database } }
spec:
  displayName: The Shop
  installModes: [{ type: OwnNamespace, supported: true }]
  customresourcedefinitions:
    owned:
    - name: orders.example.com
      kind: Order
      version: v1
      displayName: Purchase
      specDescriptors: [{ path: size, displayName: Extent }]
    - { name: gone.example.com, kind: Gone, version: v1 }
    required: [{ name: others.example.org, kind: Other, version: v1 }]
`;
    const made = compose([...parts, base]);
    expect(ownedIn(made)).toMatchObject([{ displayName: 'Purchase', description: 'Order of a shop.' }]);
    const sizes = listAt(ownedIn(made)[0], 'specDescriptors').filter((each) => textAt(each, 'path') === 'size');
    expect(sizes).toEqual([{ path: 'size', displayName: 'Extent' }]);
    expect(made.csv).toMatchObject({
      metadata: { name: 'shop.v0.2.0', annotations: { categories: 'Database' } },
      spec: { displayName: 'The Shop', version: '0.2.0' },
    });
    expect(listAt(made.csv, 'spec', 'customresourcedefinitions', 'required')).toHaveLength(1);
  });
});

describe('markers of the sources', () => {
  const thing = (spec: string, given: { before?: string; kindMarkers?: string; status?: string } = {}) => {
    const { model, diagnostics } = analyzeSources(kindSource({ spec, ...given }));
    const crds = model.kinds.map((each) => emitCrd(each, '0.0.0').text);
    return { kinds: model.kinds, crds, diagnostics, made: compose([manager, ...crds], { kinds: model.kinds }) };
  };
  const ownedIn = (made: ReturnType<typeof compose>) =>
    objectAt(made.csv, 'spec', 'customresourcedefinitions', 'owned', 0);
  const pathsIn = (made: ReturnType<typeof compose>) =>
    listAt(ownedIn(made), 'specDescriptors').map((each) => textAt(each, 'path'));
  const ui = 'urn:alm:descriptor:com.tectonic.ui:';

  it('name fields, replace their controls, and hide them', () => {
    const { made } = thing(
      `/** How many. */ @Csv({ displayName: 'Pods', descriptors: ['${ui}number', '${ui}advanced'] }) replicas!: Int32;
       @Csv({ hidden: true }) trace?: boolean; plain?: string;`,
      { status: "@Csv({ displayName: 'State' }) phase?: string;" },
    );
    expect(ownedIn(made)).toMatchObject({
      specDescriptors: [
        { path: 'plain', displayName: 'Plain' },
        {
          ...{ path: 'replicas', displayName: 'Pods', description: 'How many.' },
          'x-descriptors': [`${ui}number`, `${ui}advanced`],
        },
        { path: 'trace', 'x-descriptors': [`${ui}booleanSwitch`, `${ui}hidden`] },
      ],
      statusDescriptors: [
        { path: 'phase', displayName: 'State', 'x-descriptors': ['urn:alm:descriptor:io.kubernetes.phase'] },
      ],
    });
  });

  it('describe fields in objects and lists, which have no descriptors otherwise', () => {
    const { made } = thing('storage?: Storage; ports?: Port[][]; backup?: Storage; free?: { a?: string };', {
      before: `class Storage { @Csv({ displayName: 'Space' }) maxSize?: Quantity; kind?: string }
        class Port { /** @csv { displayName: "Port number" } */ port!: Int32 }`,
    });
    expect(pathsIn(made)).toEqual([
      ...['backup', 'backup.maxSize', 'free', 'ports', 'ports[0][0].port', 'storage', 'storage.maxSize'],
    ]);
    expect(listAt(ownedIn(made), 'specDescriptors')).toContainEqual({
      ...{ path: 'ports[0][0].port', displayName: 'Port number' },
    });
  });

  it('of types hold for their fields, and those of a field replace them', () => {
    const { made } = thing("one?: Named; @Csv({ displayName: 'Field' }) two?: Named;", {
      before: '/** @csv { displayName: "Type", order: 1 } */\ntype Named = string;',
    });
    expect(listAt(ownedIn(made), 'specDescriptors')).toEqual([
      { path: 'one', displayName: 'Type' },
      { path: 'two', displayName: 'Field' },
    ]);
  });

  it('put fields in order', () => {
    const { made } = thing('a?: string; b?: string; @Csv({ order: 2 }) c?: string; @Csv({ order: 1 }) d?: string;');
    expect(pathsIn(made)).toEqual(['d', 'c', 'a', 'b']);
  });

  it('describe kinds', () => {
    const { made } = thing('a?: string;', {
      kindMarkers: `@CsvKind({ displayName: 'The thing', resources: [{ kind: 'Job', version: 'batch/v1', name: 'x' },
        { kind: 'Pod', version: 'v1' }] })`,
    });
    expect(ownedIn(made)).toMatchObject({
      displayName: 'The thing',
      resources: [
        { kind: 'Job', version: 'batch/v1', name: 'x' },
        { kind: 'Pod', version: 'v1', name: '' },
      ],
    });
  });

  it('put kinds in order', () => {
    const { kinds, crds } = thing('a?: string;', { kindMarkers: '@CsvKind({ order: 1 })' });
    const made = compose([manager, definition('orders', 'Order'), ...crds], { kinds });
    const owned = listAt(made.csv, 'spec', 'customresourcedefinitions', 'owned');
    expect(owned.map((each) => textAt(each, 'kind'))).toEqual(['Thing', 'Order']);
  });

  it('yield to what the base says', () => {
    const base = `apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata: { name: shop.v0.0.0 }
spec:
  customresourcedefinitions:
    owned: [{ name: things.example.com, kind: Thing, version: v1, displayName: Base, specDescriptors: [{ path: a }] }]
`;
    const { kinds, crds } = thing("@Csv({ displayName: 'A' }) a?: string; @Csv({ displayName: 'B' }) b?: string;", {
      kindMarkers: "@CsvKind({ displayName: 'Marker' })",
    });
    expect(ownedIn(compose([manager, base, ...crds], { kinds }))).toMatchObject({
      displayName: 'Base',
      specDescriptors: [{ path: 'a' }, { path: 'b', displayName: 'B' }],
    });
  });

  it('change no CRD', () => {
    const marked = thing("@Csv({ displayName: 'A', order: 1, hidden: true }) a?: string;", {
      kindMarkers: "@CsvKind({ displayName: 'B', order: 1 })",
    });
    expect(marked.crds).toEqual(thing('a?: string;').crds);
  });

  it.each([
    ['@Csv({ displayName: "A" })', '', 'misplaced-marker'],
    ['', '@Items(Csv({ displayName: "A" })) a?: string[];', 'misplaced-marker'],
    ['@CsvKind({ hidden: true })', '', 'unknown-argument'],
    ['', '@Csv({ title: "A" }) a?: string;', 'unknown-argument'],
    ['', '@Csv({ order: 1.5 }) a?: string;', 'argument-type'],
  ])('that are wrong are reported: %s%s', (kindMarkers, spec, code) => {
    const { diagnostics } = thing(spec, { kindMarkers });
    expect(diagnostics.map((each) => [each.code, each.position?.file])).toEqual([[code, 'src/api/v1/thing.types.ts']]);
  });

  it.each([
    ['', "{ order: 1, displayName: ' ' }", 'displayName'],
    ['', "{ order: 1, descriptors: ['com.tectonic.ui:podCount'] }", 'descriptors'],
    ['', "{ order: 1, descriptors: ['urn:alm:descriptor:'] }", 'descriptors'],
    ['Kind', "{ order: 1, displayName: '' }", 'displayName'],
    ['Kind', "{ order: 1, resources: [{ kind: 'Pod', version: '' }] }", 'resources'],
  ])('are refused at the value that is wrong: @Csv%s(%s)', (kind, texts, key) => {
    const line = `@Csv${kind}(${texts})`;
    const { diagnostics } = thing(kind === '' ? `${line} a?: string;` : '', { kindMarkers: kind === '' ? '' : line });
    const column = line.indexOf(key) + 1;
    expect(diagnostics).toMatchObject([{ code: 'invalid-marker', position: { column } }]);
  });

  it('on the spec itself are reported', () => {
    const { diagnostics } = analyzeSources({
      'src/api/v1/thing.types.ts': kindSource({})['src/api/v1/thing.types.ts']!.replace(
        'spec!: ThingSpec',
        "@Csv({ displayName: 'A' }) spec!: ThingSpec",
      ),
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['misplaced-marker']);
  });
});

describe('the rest', () => {
  it('leaves its namespace, and has no certificates and namespaces', () => {
    const namespace = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop-system }\n';
    const made = compose([manager, namespace, certificate('hook-certs'), service('{ port: 8443 }')]);
    expect([...made.manifests]).toEqual([
      ['shop-hooks_v1_service.yaml', expect.objectContaining({ metadata: { name: 'shop-hooks' } })],
    ]);
  });

  it('is refused if OLM does not install it', () => {
    const job = 'apiVersion: batch/v1\nkind: Job\nmetadata: { name: a }\n';
    expect(codesOf(compose([manager, job]))).toEqual(['unsupported-in-bundle']);
  });

  it('needs no CA of a certificate that is not there', () => {
    const monitor = `apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: { name: m }
spec: { endpoints: [{ port: https, tlsConfig: { ca: { secret: { name: metrics-certs, key: ca.crt } } } }] }
`;
    const made = compose([manager, certificate('metrics-certs'), monitor]);
    const endpoints = listAt([...made.manifests.values()][0], 'spec', 'endpoints');
    expect(endpoints).toEqual([{ port: 'https', tlsConfig: { insecureSkipVerify: true } }]);
  });
});

describe('images', () => {
  const options = { version: '0.2.0', skips: [], useImageDigests: true };
  const digest = `registry.example.com/shop@sha256:${'a'.repeat(64)}`;

  it('are listed with their digests', () => {
    const pinned = manager
      .replace('registry.example.com/shop:1.0', digest)
      .replace('env: [', `env: [{ name: RELATED_IMAGE_SIDE_CAR, value: "${digest}" }, `);
    const made = compose([pinned], { options });
    expect(codesOf(made)).toEqual([]);
    expect(listAt(made.csv, 'spec', 'relatedImages')).toEqual([
      { name: 'manager', image: digest },
      { name: 'side-car', image: digest },
    ]);
  });

  it('without digests are refused', () => {
    expect(codesOf(compose([manager], { options }))).toEqual(['image-without-digest']);
    expect(codesOf(compose([manager]))).toEqual([]);
  });
});

it.each([
  ['minReplicas', 'Min Replicas'],
  ['HTTPRoute', 'HTTP Route'],
  ['car-park_operator', 'Car Park Operator'],
])('shows the name %s as %s', (name, shown) => {
  expect(displayName(name)).toBe(shown);
});
