import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/model/schema.js';
import { deployedFor } from '../../../src/features/dev/cluster/objects.js';

const built = (object: JsonObject) => ({ object, file: 'x.yaml', declaredName: 'x' });
const data = (kind: string, name: string, more: JsonObject): JsonObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'shop-system' },
  ...more,
});
const objects = [
  data('ConfigMap', 'limits', { data: { MOST: '5', TEXT: 'a$(MOST)' } }),
  data('Secret', 'login', { data: { user: Buffer.from('me').toString('base64') }, stringData: { word: 'secret' } }),
];

/** The settings of a container with these fields, beside a ConfigMap and a Secret. */
function of(more: JsonObject, volumes: readonly JsonObject[] = []) {
  const container = { name: 'manager', image: 'controller:latest', ...more };
  const template = { spec: { serviceAccountName: 'shop-manager', containers: [container], volumes: [...volumes] } };
  const workload = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'manager', namespace: 'shop-system' },
    spec: { template },
  };
  return deployedFor([...objects, workload].map(built)).container;
}

const from = (name: string, source: JsonObject): JsonObject => ({ name, valueFrom: source });
const env = [
  { name: 'LEVEL', value: '3' },
  { name: 'NAME', value: 'x$(LEVEL)-$$(LEVEL)-$(NONE)' },
];

describe('the flags of the container', () => {
  it.each<readonly [readonly string[], readonly string[], readonly string[]]>([
    [
      ['--own=1', '--watch-namespace=a', '--log-level=debug'],
      ['--own=1', '--watch-namespace=a', '--log-level=debug'],
      [],
    ],
    [['--region', 'two', '--last'], ['--region', 'two', '--last'], []],
    [['--leader-elect', '--webhook-cert-path', '/x', '--metrics-bind-address=:8443', '--own'], ['--own'], []],
    [['--own=$(LEVEL)', '--other', '$(NAME)'], ['--own=3', '--other', 'x3-$(LEVEL)-$(NONE)'], []],
    [['--own=$(LATER)', '--fine'], ['--fine'], ['--own=$(LATER)']],
    [['word', '--fine'], ['word', '--fine'], []],
  ])('%j', (args, flags, leftOut) => {
    const later = from('LATER', { fieldRef: { fieldPath: 'status.podIP' } });
    const found = of({ args: [...args], env: [...env, later] });
    expect(found.args).toEqual(flags);
    expect(found.leftOut).toEqual(['LATER', ...leftOut]);
  });
});

describe('the command of the container', () => {
  it.each<readonly [readonly string[], readonly string[], readonly string[]]>([
    [['node', '/main.mjs', '--own=1'], ['--own=1', '--last'], []],
    [['/nodejs/bin/node', '--enable-source-maps', '/main.mjs', 'run'], ['run', '--last'], []],
    [['/manager', '--own=1', '--leader-elect'], ['--own=1', '--last'], []],
    [['sh', '-c', 'exec /manager --own=1 "$@"', 'x'], ['--own=1', '--last'], []],
    [['sh', '-c', 'prepare && exec /manager --own=1'], ['--own=1'], ['the script in its command']],
  ])('%j has arguments too', (command, args, leftOut) => {
    const found = of({ command: [...command], args: ['--last'] });
    expect([found.args, found.leftOut]).toEqual([args, leftOut]);
  });

  it('is that of one workload, and the others are named', () => {
    const workloads = ['one', 'two'].map((name) => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace: 'shop-system' },
      spec: {
        template: { spec: { containers: [{ name: 'manager', image: 'controller:latest', args: [`--${name}`] }] } },
      },
    }));
    expect(deployedFor(workloads.map(built)).container).toMatchObject({
      args: ['--one'],
      leftOut: ['the Deployment two'],
    });
  });
});

describe('the variables of the container', () => {
  it('have the values of the manifest, of earlier variables, and of what is deployed with it', () => {
    const found = of({
      envFrom: [{ prefix: 'P_', configMapRef: { name: 'limits' } }],
      env: [
        ...env,
        from('WHERE', { fieldRef: { fieldPath: 'metadata.namespace' } }),
        from('USER_NAME', { secretKeyRef: { name: 'login', key: 'user' } }),
        from('PASSWORD', { secretKeyRef: { name: 'login', key: 'word' } }),
        { name: 'BOTH', value: '$(USER_NAME)/$(PASSWORD)' },
        { name: 'NODE_OPTIONS', value: '--max-old-space-size=64' },
      ],
    });
    expect(found).toEqual({
      env: {
        P_MOST: '5',
        P_TEXT: 'a$(MOST)',
        LEVEL: '3',
        NAME: 'x3-$(LEVEL)-$(NONE)',
        WHERE: 'shop-system',
        USER_NAME: 'me',
        PASSWORD: 'secret',
        BOTH: 'me/secret',
      },
      args: [],
      leftOut: [],
    });
  });

  it('are named if their values are only in the cluster', () => {
    const key = { key: 'b', name: 'none' };
    const { env: known, leftOut } = of({
      envFrom: [{ secretRef: { name: 'none' } }, { configMapRef: { name: 'none', optional: true } }],
      env: [
        from('A', { secretKeyRef: key }),
        from('B', { configMapKeyRef: { ...key, optional: true } }),
        from('C', { resourceFieldRef: { resource: 'limits.cpu' } }),
        { name: 'D', value: 'x$(C)' },
      ],
    });
    expect(known).toEqual({});
    expect(leftOut).toEqual(['all of the Secret none', 'A', 'C', 'D']);
  });
});

it('mounted volumes are named, but for those that are empty or have certificates', () => {
  const volumes = [
    { name: 'own', configMap: { name: 'limits' } },
    { name: 'tmp', emptyDir: {} },
    { name: 'webhook', secret: { secretName: 'x' } },
  ];
  const volumeMounts = [
    { name: 'own', mountPath: '/etc/own' },
    { name: 'tmp', mountPath: '/tmp' },
    { name: 'webhook', mountPath: '/tls' },
  ];
  const args = ['--webhook-cert-path=/tls/serving'];
  expect(of({ args, volumeMounts }, volumes).leftOut).toEqual(['the volume at /etc/own']);
});
