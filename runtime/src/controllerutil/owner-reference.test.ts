import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../api/object.js';
import { defineResource } from '../api/resource.js';
import { freeze } from '../json/copy.js';
import { getControllerOf, hasControllerReference, indexByController, isControlledBy } from './controller-of.js';
import {
  AlreadyOwnedError,
  hasOwnerReference,
  removeControllerReference,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from './owner-reference.js';

const Team = defineResource<KubernetesObject>({
  group: 'example.com',
  version: 'v1',
  kind: 'Team',
  plural: 'teams',
  scope: 'Namespaced',
});
const team = { metadata: { name: 'red', namespace: 'a', uid: 'uid-red', resourceVersion: '1' } };
const plain = { apiVersion: 'example.com/v1', kind: 'Team', name: 'red', uid: 'uid-red' };
const reference = { ...plain, controller: true, blockOwnerDeletion: true };
const node = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'uid-n' };

const owned = (...ownerReferences: object[]): KubernetesObject => ({
  metadata: { name: 'o', namespace: 'a', ownerReferences: ownerReferences as never[] },
});

describe('a controller', () => {
  it('is set once', () => {
    const object = owned(node);
    setControllerReference(Team, team, object);
    setControllerReference(Team, freeze({ ...team, kind: 'Team' }), object);
    expect(object.metadata?.ownerReferences).toEqual([node, reference]);
    expect(hasControllerReference(object)).toBe(true);
    expect(getControllerOf(object)).toEqual(reference);
  });

  it('need not hold up its own deletion', () => {
    const object: KubernetesObject = { metadata: { name: 'o', namespace: 'a' } };
    setControllerReference(Team, team, object, { blockOwnerDeletion: false });
    expect(object.metadata?.ownerReferences).toEqual([{ ...reference, blockOwnerDeletion: false }]);
  });

  it('of an object that another controls is refused', () => {
    const other = { ...reference, name: 'blue', uid: 'uid-blue' };
    const object = owned(other);
    const set = () => setControllerReference(Team, team, object);
    expect(set).toThrow(AlreadyOwnedError);
    expect(set).toThrow('o is already controlled by Team blue');
    expect(set).toThrow(expect.objectContaining({ object, owner: other }));
    expect(object.metadata?.ownerReferences).toEqual([other]);
  });

  it.each([
    ['made again', { ...reference, uid: 'older' }],
    ['of an older version', { ...reference, apiVersion: 'example.com/v1beta1' }],
    ['that did not control it', plain],
  ])('takes the place of itself %s', (_, old) => {
    const object = owned(old, node);
    setControllerReference(Team, team, object);
    expect(object.metadata?.ownerReferences).toEqual([reference, node]);
  });

  it('of another group is another one', () => {
    const object = owned({ ...reference, apiVersion: 'example.org/v1' });
    expect(() => setControllerReference(Team, team, object)).toThrow(AlreadyOwnedError);
  });
});

describe('an owner', () => {
  it('is added beside a controller, and takes the place of itself', () => {
    const blue = { ...reference, name: 'blue', uid: 'uid-blue' };
    const object = owned(blue);
    setOwnerReference(Team, team, object);
    setOwnerReference(Team, team, object);
    expect(object.metadata?.ownerReferences).toEqual([blue, plain]);
    setOwnerReference(Team, team, object, { blockOwnerDeletion: true });
    expect(object.metadata?.ownerReferences).toEqual([blue, { ...plain, blockOwnerDeletion: true }]);
    expect(hasOwnerReference(Team, team, object)).toBe(true);
  });

  it.each([
    ['another namespace', 'b', 'red in a cannot own o in b'],
    ['no namespace', undefined, 'red in a cannot own o in no namespace'],
  ])('cannot own an object in %s: the garbage collector would delete it', (_, namespace, message) => {
    for (const set of [setControllerReference, setOwnerReference]) {
      const object = { metadata: { name: 'o', ...(namespace === undefined ? {} : { namespace }) } };
      expect(() => set(Team, team, object)).toThrow(message);
      expect(object.metadata).not.toHaveProperty('ownerReferences');
    }
  });

  it('without a namespace owns objects in any', () => {
    const object: KubernetesObject = { metadata: { name: 'o', namespace: 'a' } };
    setControllerReference(Team, { metadata: { ...team.metadata, namespace: undefined as never } }, object);
    expect(object.metadata?.ownerReferences).toEqual([reference]);
  });

  it('is not mistaken for one of another kind', () => {
    const object: KubernetesObject = { metadata: { name: 'o', namespace: 'a' } };
    const set = () => setControllerReference(Team, { ...team, kind: 'Pod' }, object);
    expect(set).toThrow('red is a Pod, not a Team');
    expect(object).toEqual({ metadata: { name: 'o', namespace: 'a' } });
  });
});

describe('a reference', () => {
  it('is removed, and the others stay', () => {
    const object = owned(node, reference);
    expect(removeOwnerReference(Team, team, object)).toBe(true);
    expect(object.metadata?.ownerReferences).toEqual([node]);
    expect(removeOwnerReference(Team, team, object)).toBe(false);
    expect(hasOwnerReference(Team, team, object)).toBe(false);
  });

  it('is removed as that of the controller only where it is', () => {
    const object = owned(plain);
    expect(removeControllerReference(Team, team, object)).toBe(false);
    expect(object.metadata?.ownerReferences).toEqual([plain]);
    setControllerReference(Team, team, object);
    expect(removeControllerReference(Team, team, object)).toBe(true);
    expect(object.metadata?.ownerReferences).toEqual([]);
  });
});

it('finds by index what an owner controls, and what not', () => {
  const object = freeze(owned(node, reference));
  expect(indexByController(object)).toEqual(['uid-red']);
  expect(isControlledBy(object, team)).toBe(true);
  expect(isControlledBy(object, { metadata: { uid: 'uid-n' } })).toBe(false);
  expect(indexByController(owned(node))).toEqual([]);
  expect(indexByController({})).toEqual([]);
});
