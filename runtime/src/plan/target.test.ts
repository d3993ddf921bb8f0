import { expect, it } from 'vitest';
import { pathOf, targetOf } from './target.js';

const core = { group: '', version: 'v1' };

it.each([
  ['/api/v1/pods', { ...core, plural: 'pods' }],
  ['/api/v1/namespaces', { ...core, plural: 'namespaces' }],
  ['/api/v1/namespaces/a', { ...core, plural: 'namespaces', name: 'a' }],
  ['/api/v1/namespaces/a/status', { ...core, plural: 'namespaces', name: 'a', subresource: 'status' }],
  ['/api/v1/namespaces/a/pods', { ...core, plural: 'pods', namespace: 'a' }],
  ['/api/v1/namespaces/a/pods/b', { ...core, plural: 'pods', namespace: 'a', name: 'b' }],
  [
    '/api/v1/namespaces/a/pods/b/eviction',
    { ...core, plural: 'pods', namespace: 'a', name: 'b', subresource: 'eviction' },
  ],
  [
    '/apis/apps/v1/namespaces/a/deployments/b',
    { group: 'apps', version: 'v1', plural: 'deployments', namespace: 'a', name: 'b' },
  ],
  [
    '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode',
    { group: 'rbac.authorization.k8s.io', version: 'v1', plural: 'clusterroles', name: 'system:node' },
  ],
] as const)('%s', (path, target) => {
  expect(targetOf(path)).toEqual({ namespace: undefined, name: undefined, subresource: undefined, ...target });
  expect(pathOf(targetOf(path)!)).toBe(path.replace(/\/(?:status|eviction)$/, ''));
});

it.each(['/version', '/readyz', '/api', '/apis/apps/v1'])('%s is not the path of a resource', (path) => {
  expect(targetOf(path)).toBeUndefined();
});
