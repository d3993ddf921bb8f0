import { expect, it } from 'vitest';
import { defineResource } from '../api/resource.js';
import type { KubernetesObject } from '../api/object.js';
import { setControllerReference } from './owner-reference.js';

const Team = defineResource<KubernetesObject>({
  group: 'example.com',
  version: 'v1',
  kind: 'Team',
  plural: 'teams',
  scope: 'Namespaced',
});
const team = { metadata: { name: 'red', namespace: 'a', uid: 'uid-red', resourceVersion: '1' } };
const reference = {
  apiVersion: 'example.com/v1',
  kind: 'Team',
  name: 'red',
  uid: 'uid-red',
  controller: true,
  blockOwnerDeletion: true,
};

it('makes an owner the controller, once', () => {
  const plain = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'uid-n' };
  const object: KubernetesObject = { metadata: { name: 'o', namespace: 'a', ownerReferences: [plain] } };
  setControllerReference(Team, team, object);
  setControllerReference(Team, team, object);
  expect(object.metadata?.ownerReferences).toEqual([plain, reference]);
});

it('refuses an object that another controls', () => {
  const other = { ...reference, name: 'blue', uid: 'uid-blue' };
  const object = { metadata: { name: 'o', namespace: 'a', ownerReferences: [other] } };
  expect(() => setControllerReference(Team, team, object)).toThrow('o is controlled by Team blue already');
  expect(object.metadata.ownerReferences).toEqual([other]);
});

it.each([
  ['another namespace', 'b', 'red in a cannot own o in b'],
  ['no namespace', undefined, 'red in a cannot own o in no namespace'],
])('refuses an object in %s: the garbage collector would delete it', (_, namespace, message) => {
  const object = { metadata: { name: 'o', ...(namespace === undefined ? {} : { namespace }) } };
  expect(() => setControllerReference(Team, team, object)).toThrow(message);
  expect(object.metadata).not.toHaveProperty('ownerReferences');
});

it('lets an owner without a namespace own objects in any', () => {
  const object: KubernetesObject = { metadata: { name: 'o', namespace: 'a' } };
  setControllerReference(Team, { metadata: { ...team.metadata, namespace: undefined as never } }, object);
  expect(object.metadata?.ownerReferences).toEqual([reference]);
});
