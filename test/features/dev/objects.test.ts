import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/model/schema.js';
import { storageOnly } from '../../../src/features/dev/cluster/conversion.js';
import { callsOperator, deployedFor, redirected } from '../../../src/features/dev/cluster/objects.js';

const built = (object: JsonObject) => ({ object, file: 'x.yaml', declaredName: 'x' });
const object = (kind: string, more: JsonObject = {}, apiVersion = 'v1'): JsonObject => ({
  apiVersion,
  kind,
  metadata: { name: kind.toLowerCase(), namespace: 'shop-system' },
  ...more,
});
const container = (more: JsonObject = {}): JsonObject => ({ name: 'manager', image: 'controller:latest', ...more });
const workload = (more: JsonObject = {}): JsonObject =>
  object(
    'Deployment',
    { spec: { template: { spec: { serviceAccountName: 'shop-manager', containers: [container(more)] } } } },
    'apps/v1',
  );

describe('an operator on this machine', () => {
  it('needs all objects but its workload, and those that serve its Pods', () => {
    const { objects } = deployedFor(
      [
        workload(),
        object('Namespace'),
        object('Service'),
        object('Certificate', {}, 'cert-manager.io/v1'),
        object('ServiceMonitor', {}, 'monitoring.coreos.com/v1'),
        object('ClusterRole', {}, 'rbac.authorization.k8s.io/v1'),
      ].map(built),
    );
    expect(objects.map(({ kind }) => kind)).toEqual(['Namespace', 'ClusterRole']);
  });

  it('has the service account of its workload', () => {
    expect(deployedFor([built(workload())]).account).toEqual({ namespace: 'shop-system', name: 'shop-manager' });
  });

  it('has none of them without a workload', () => {
    expect(deployedFor([built(object('Namespace'))])).toMatchObject({ account: undefined });
  });
});

describe('webhooks on this machine', () => {
  const target = { url: 'https://127.0.0.1:9443', caBundle: 'CA' };
  const service = { name: 'webhook', namespace: 'shop-system', path: '/validate' };

  it('are called at its address, with their paths', () => {
    const webhooks = [{ name: 'a', clientConfig: { service, caBundle: 'old' } }];
    const configuration = object('ValidatingWebhookConfiguration', { webhooks }, 'admissionregistration.k8s.io/v1');
    expect(callsOperator(configuration)).toBe(true);
    expect(redirected(configuration, target)['webhooks']).toEqual([
      { name: 'a', clientConfig: { url: 'https://127.0.0.1:9443/validate', caBundle: 'CA' } },
    ]);
  });

  it('convert the objects of a definition', () => {
    const webhook = { clientConfig: { service: { ...service, path: '/convert' } }, conversionReviewVersions: ['v1'] };
    const spec = { group: 'shop', conversion: { strategy: 'Webhook', webhook } };
    const definition = object('CustomResourceDefinition', { spec }, 'apiextensions.k8s.io/v1');
    expect(redirected(definition, target)['spec']).toEqual({
      group: 'shop',
      conversion: {
        strategy: 'Webhook',
        webhook: {
          clientConfig: { url: 'https://127.0.0.1:9443/convert', caBundle: 'CA' },
          conversionReviewVersions: ['v1'],
        },
      },
    });
  });

  it('leave one version without an operator, so that nothing is converted', () => {
    const versions = [
      { name: 'v1', served: true, storage: true },
      { name: 'v2', served: true, storage: false },
    ];
    const spec = { group: 'shop', conversion: { strategy: 'Webhook', webhook: {} }, versions };
    const definition = object('CustomResourceDefinition', { spec }, 'apiextensions.k8s.io/v1');
    expect(storageOnly(definition)['spec']).toEqual({
      group: 'shop',
      versions: [versions[0], { name: 'v2', served: false, storage: false }],
    });
  });

  it('leave other objects as they are', () => {
    const definition = object('CustomResourceDefinition', { spec: { conversion: { strategy: 'None' } } });
    expect(callsOperator(definition)).toBe(false);
    expect(redirected(definition, target)).toBe(definition);
  });
});
