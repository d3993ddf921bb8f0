import { describe, expect, it, vi } from 'vitest';
import type { KubernetesObject } from '../api/object.js';
import { freeze } from '../json/copy.js';
import { addFinalizer, containsFinalizer, removeFinalizer } from './finalizer.js';
import { createFinalizers, FinalizerError } from './finalizers.js';

type Thing = KubernetesObject & { status?: { phase?: string }; spec?: { size?: number } };

const deleted = (...finalizers: string[]): Thing => ({
  metadata: { name: 'o', deletionTimestamp: '2026-01-01T00:00:00Z', finalizers },
});

describe('a finalizer', () => {
  it('is added once, found, and removed once', () => {
    const object: KubernetesObject = {};
    expect(addFinalizer(object, 'example.com/a')).toBe(true);
    expect(addFinalizer(object, 'example.com/a')).toBe(false);
    addFinalizer(object, 'example.com/b');
    expect(object.metadata?.finalizers).toEqual(['example.com/a', 'example.com/b']);
    expect(containsFinalizer(freeze(object), 'example.com/a')).toBe(true);
    expect(containsFinalizer({}, 'example.com/a')).toBe(false);
    const other: KubernetesObject = { metadata: { finalizers: ['x', 'y', 'x'] } };
    expect(removeFinalizer(other, 'x')).toBe(true);
    expect(other.metadata?.finalizers).toEqual(['y']);
    expect(removeFinalizer(other, 'x')).toBe(false);
    expect(removeFinalizer({}, 'x')).toBe(false);
  });
});

describe('a registry', () => {
  it('adds what is missing, and runs nothing, while the object lives', async () => {
    const finalizers = createFinalizers<Thing>();
    const finalizer = vi.fn<() => void>();
    finalizers.register('a', finalizer);
    finalizers.register('b', finalizer);
    const object: Thing = { metadata: { name: 'o', finalizers: ['b', 'foreign'] } };
    expect(await finalizers.finalize(object)).toEqual({ updated: true, statusUpdated: false });
    expect(object.metadata?.finalizers).toEqual(['b', 'foreign', 'a']);
    expect(await finalizers.finalize(object)).toEqual({ updated: false, statusUpdated: false });
    expect(finalizer).not.toHaveBeenCalled();
  });

  it('runs those that the deleted object has, one after the other, and removes them', async () => {
    const finalizers = createFinalizers<Thing>();
    const ran: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      finalizers.register(name, async () => {
        ran.push(`${name} begins`);
        await Promise.resolve();
        ran.push(`${name} ends`);
      });
    }
    const object = deleted('foreign', 'c', 'a');
    expect(await finalizers.finalize(object)).toEqual({ updated: true, statusUpdated: false });
    expect(ran).toEqual(['a begins', 'a ends', 'c begins', 'c ends']);
    expect(object.metadata?.finalizers).toEqual(['foreign']);
    expect(await finalizers.finalize(object)).toEqual({ updated: false, statusUpdated: false });
    expect(ran).toHaveLength(4);
  });

  it('says what a finalizer changed in the status', async () => {
    const finalizers = createFinalizers<Thing>();
    finalizers.register('a', (object) => {
      object.status = { phase: 'Gone' };
    });
    expect(await finalizers.finalize(deleted('a'))).toEqual({ updated: true, statusUpdated: true });
  });

  it('keeps those that fail, runs the others, and says all that went wrong', async () => {
    const finalizers = createFinalizers<Thing>();
    const causes = [new Error('no disk'), new Error('no network')];
    finalizers.register('a', () => Promise.reject(causes[0]!));
    finalizers.register('b', () => undefined);
    finalizers.register('c', (object) => {
      object.status = { phase: 'Stuck' };
      throw causes[1]!;
    });
    const object = deleted('a', 'b', 'c');
    const error = await finalizers.finalize(object).catch((each: unknown) => each as FinalizerError);
    expect(error).toBeInstanceOf(FinalizerError);
    expect(error).toMatchObject({
      message: 'finalizer a failed: no disk; finalizer c failed: no network',
      errors: [{ cause: causes[0] }, { cause: causes[1] }],
      updated: true,
      statusUpdated: true,
    });
    expect(object.metadata?.finalizers).toEqual(['a', 'c']);
  });

  it('takes one of a name', () => {
    const finalizers = createFinalizers<Thing>();
    finalizers.register('a', () => undefined);
    expect(() => finalizers.register('a', () => undefined)).toThrow('the finalizer a already exists');
  });
});
