import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { freeze } from '../json/copy.js';
import { SharedParts } from './shared-parts.js';

const pod = (name: string, image = 'registry.example.com/team/web:1.2.3', started = '') => ({
  metadata: { name, labels: { app: 'web' } },
  spec: { nodeName: 'n1', containers: [{ name: 'web', image, args: ['--port=8080'], env: [] }] },
  status: { conditions: [{ type: 'Ready', status: 'True', reason: 'Started', lastTransitionTime: started }] },
});

describe('parts of objects that are equal', () => {
  it('are the same, and what an object says stays', () => {
    const parts = new SharedParts();
    const [one, other] = [freeze(parts.share(pod('a'))), freeze(parts.share(pod('b')))];
    expect(other.spec.containers).toBe(one.spec.containers);
    expect(other.status.conditions).toBe(one.status.conditions);
    expect([one, other]).toEqual([pod('a'), pod('b')]);
  });

  it('differ where anything differs, the order of fields as well', () => {
    const parts = new SharedParts();
    const one = parts.share(pod('a'));
    expect(parts.share(pod('b', 'registry.example.com/team/web:1.2.4')).spec.containers).not.toBe(one.spec.containers);
    const { image, ...rest } = pod('c').spec.containers[0]!;
    const reordered = { spec: { containers: [{ image, ...rest }] } };
    expect(Object.keys(parts.share(reordered).spec.containers[0]!)[0]).toBe('image');
  });

  it('are no longer searched where they never occur', () => {
    const parts = new SharedParts();
    for (let count = 0; count < 300; count += 1)
      parts.share(pod(`p-${count}`, undefined, `2026-11-21T10:00:00.${count}Z`));
    const [one, other] = [parts.share(pod('a')), parts.share(pod('b'))];
    expect(other.status.conditions).not.toBe(one.status.conditions);
    expect(other.spec.containers).toBe(one.spec.containers);
  });

  it('are kept where they cannot be replaced, and where they are not objects', () => {
    const parts = new SharedParts();
    parts.share(pod('a'));
    const frozen = freeze(pod('b'));
    expect(parts.share(frozen)).toBe(frozen);
    const odd = { data: null, items: [1], type: 'Opaque', spec: { none: null, text: 'x'.repeat(100) } };
    expect(parts.share(structuredClone(odd))).toEqual(odd);
  });
});

describe('texts that are equal', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;

  /** Returns the memory of objects with such a text, in bytes for each. */
  const bytesEach = (text: (index: number) => string, share: (object: object) => object): number => {
    // Enough that what the test runner allocates meanwhile does not count.
    const count = 20_000;
    const make = (index: number): object => JSON.parse(JSON.stringify({ spec: { payload: text(index) } })) as object;
    const kept: object[] = [];
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < count; index += 1) kept.push(share(make(index)));
    collect();
    const after = process.memoryUsage().heapUsed;
    expect(kept).toHaveLength(count);
    return (after - before) / count;
  };

  it('are in memory once', () => {
    const parts = new SharedParts();
    const repeated = (index: number): string => String(index % 3).repeat(400);
    const alone = bytesEach(repeated, (object) => object);
    const shared = bytesEach(repeated, (object) => parts.share(object));
    expect(alone - shared).toBeGreaterThan(350);
  });

  it('are no longer searched where they never occur, and do not stay in memory', () => {
    const parts = new SharedParts();
    const unique = (index: number): string => String(index).padEnd(400, 'x');
    const alone = bytesEach(unique, (object) => object);
    expect(bytesEach(unique, (object) => parts.share(object))).toBeLessThan(alone + 20);
    for (let index = 0; index < 5000; index += 1) parts.share({ spec: { payload: unique(index) } });
    expect(parts.share({ spec: { payload: unique(1) } })).toEqual({ spec: { payload: unique(1) } });
  });
});
