import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { JsonObject } from '../../src/model/schema.js';
import { listAt, mappingAt, textAt, valueAt } from '../../src/model/json-at.js';
import { composeBundle, type ComposeInput } from '../../src/olm/compose/compose.js';
import { displayName } from '../../src/project/display-name.js';

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
const installOf = ({ csv }: ReturnType<typeof compose>) => mappingAt(csv, 'spec', 'install', 'spec');
const containerOf = (made: ReturnType<typeof compose>) =>
  mappingAt(installOf(made), 'deployments', 0, 'spec', 'template', 'spec', 'containers', 0);

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
    expect(mappingAt(made.manifests.get('example.com_carts.yaml'), 'metadata')).toEqual({ name: 'carts.example.com' });
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
