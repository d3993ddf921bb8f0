import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Heap, type HeapItem } from './heap.js';

it('gives its items out in order, however they were pushed, moved and removed', () => {
  const step = fc.record({
    what: fc.constantFrom('push', 'push', 'push', 'push', 'move', 'remove', 'remove', 'pop'),
    at: fc.nat(),
    value: fc.integer({ min: 0, max: 1000 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
      const heap = new Heap<HeapItem & { value: number }>((one, other) => one.value < other.value);
      let items: (HeapItem & { value: number })[] = [];
      const least = () => Math.min(...items.map(({ value }) => value));
      for (const { what, at, value } of steps) {
        const chosen = items[at % items.length];
        if (what === 'push') {
          const item = { value, position: -1 };
          items.push(item);
          heap.push(item);
        } else if (chosen === undefined) {
          expect(heap.peek()).toBeUndefined();
        } else if (what === 'move') {
          chosen.value = value;
          heap.move(chosen);
        } else {
          const gone = what === 'pop' ? heap.peek()! : chosen;
          if (what === 'pop') expect(gone.value).toBe(least());
          heap.remove(gone);
          items = items.filter((each) => each !== gone);
          expect(gone.position).toBe(-1);
        }
        expect([heap.size, heap.peek()?.value ?? Infinity]).toEqual([items.length, least()]);
      }
    }),
  );
});
