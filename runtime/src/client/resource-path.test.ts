import { expect, it } from 'vitest';
import type { ResourceInfo } from '../api/resource.js';
import { labelOf, resourcePath } from './resource-path.js';

const pods: ResourceInfo = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' };
const roles: ResourceInfo = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRole',
  plural: 'clusterroles',
  scope: 'Cluster',
};

it('is the path of a resource, of an object, and of a part of one', () => {
  expect(resourcePath(pods, {})).toBe('/api/v1/pods');
  expect(resourcePath(pods, { namespace: 'a' })).toBe('/api/v1/namespaces/a/pods');
  expect(resourcePath(pods, { namespace: 'a', name: 'b' }, 'status')).toBe('/api/v1/namespaces/a/pods/b/status');
  expect(resourcePath(roles, { name: 'admin' })).toBe('/apis/rbac.authorization.k8s.io/v1/clusterroles/admin');
  // A Request of a controller can have a namespace even if the kind is cluster-scoped.
  expect(resourcePath(roles, { namespace: 'a', name: 'admin' })).not.toContain('namespaces');
});

it('escapes names, and keeps their case', () => {
  expect(resourcePath(roles, { name: 'system:Foo Bar?' })).toMatch('/clusterroles/system%3AFoo%20Bar%3F');
});

it.each(['.', '..', 'a/b', '..%2f', 'a%2Fb'])('refuses %j, which would lead somewhere else', (name) => {
  expect(() => resourcePath(pods, { namespace: 'a', name })).toThrow(`pods a/${name}: "${name}" is not a name`);
  expect(() => resourcePath(pods, { namespace: name, name: 'b' })).toThrow(`"${name}" is not a namespace`);
});

it('refuses an object without its name or namespace', () => {
  expect(() => resourcePath(pods, { namespace: 'a', name: '' })).toThrow('pods in a: the name is empty');
  expect(() => resourcePath(pods, { name: 'b' })).toThrow('pods b: Pod is namespaced, and no namespace is given');
});

it('calls things as kubectl does', () => {
  expect(labelOf(pods, { namespace: 'a', name: 'b' })).toBe('pods a/b');
  expect(labelOf(roles, { name: 'admin' })).toBe('clusterroles.rbac.authorization.k8s.io admin');
  expect(labelOf(pods, { namespace: 'a' })).toBe('pods in a');
});
