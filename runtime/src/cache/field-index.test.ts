import { expect, it } from 'vitest';
import type { KubernetesObject } from '../api/object.js';
import type { Shared } from './cache-event.js';
import { FieldIndex } from './field-index.js';

it('removes an object whose index function fails only then', () => {
  const object = { metadata: { name: 'a' } } as Shared<KubernetesObject>;
  const other = { metadata: { name: 'b' } } as Shared<KubernetesObject>;
  const failed: unknown[] = [];
  let isBroken = false;
  const index = new FieldIndex<KubernetesObject>(
    () => {
      if (isBroken) throw new Error('broken');
      return ['x', 'y'];
    },
    (_, error) => failed.push(error),
  );
  index.add(object);
  index.add(other);
  isBroken = true;
  index.remove(object);
  expect(['x', 'y'].map((value) => [...index.find(value)])).toEqual([[other], [other]]);
  expect(failed).toHaveLength(1);
});
