import { describe, expect, expectTypeOf, it } from 'vitest';
import type { ConfigMap } from '../k8s/core/v1.js';
import type { KubernetesObject } from '../api/object.js';
import type { Shared } from '../cache/informer.js';
import type { ObjectEvent } from './events.js';
import * as predicate from './predicates.js';
import type { AnyPredicate } from './predicates.js';

type Metadata = Record<string, unknown>;
const object = (metadata: Metadata): Shared<KubernetesObject> => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { name: 'it', namespace: 'here', uid: 'u', resourceVersion: '1', ...metadata },
});
const update = (old: Metadata, now: Metadata): ObjectEvent<KubernetesObject> => ({
  type: 'update',
  old: object(old),
  object: object(now),
});
const created: ObjectEvent<KubernetesObject> = { type: 'add', object: object({}), initial: true };
const others: ObjectEvent<KubernetesObject>[] = [
  created,
  { type: 'delete', object: object({}) },
  { type: 'generic', object: object({}) },
];

describe('a predicate', () => {
  it.each<[string, AnyPredicate, Metadata, Metadata]>([
    ['generationChanged', predicate.generationChanged, { generation: 1 }, { generation: 2 }],
    ['labelChanged', predicate.labelChanged, { labels: { a: '1' } }, { labels: { a: '2' } }],
    ['annotationChanged', predicate.annotationChanged, {}, { annotations: { a: '1' } }],
    ['resourceVersionChanged', predicate.resourceVersionChanged, { resourceVersion: '1' }, { resourceVersion: '2' }],
  ])('%s tells an update of its part from another', (_, asked, old, now) => {
    expect(asked(update(old, now))).toBe(true);
    expect(asked(update(old, old))).toBe(false);
    expect(asked(update({ finalizers: [] }, { finalizers: ['x'] }))).toBe(false);
    expect(others.map(asked)).toEqual([true, true, true]);
  });

  it('does not take another order of the labels for a change', () => {
    const labels = { a: '1', b: '2' };
    expect(predicate.labelChanged(update({ labels }, { labels: { b: '2', a: '1' } }))).toBe(false);
  });

  it('selects by labels, as they are now', () => {
    const web = predicate.labelSelectorPredicate('app in (web, api), !old');
    expect(web(update({}, { labels: { app: 'web' } }))).toBe(true);
    expect(web(update({ labels: { app: 'web' } }, { labels: { app: 'web', old: '' } }))).toBe(false);
    expect(predicate.labelSelectorPredicate({ app: 'web' })(update({}, { labels: { app: 'web' } }))).toBe(true);
    const spec = { selector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] } };
    const selects = predicate.labelSelectorPredicate(spec.selector);
    expect([selects(update({}, { labels: { app: '' } })), selects(update({}, {}))]).toEqual([true, false]);
    expect(predicate.labelSelectorPredicate({})(update({}, {}))).toBe(true);
    expect(predicate.labelSelectorPredicate(null)(update({}, {}))).toBe(false);
    expect(() => predicate.labelSelectorPredicate('a=b=c')).toThrow(SyntaxError);
    expect(() => predicate.labelSelectorPredicate({ app: 'a b' })).toThrow(SyntaxError);
  });

  it('is combined with others', () => {
    const { and, or, not, generationChanged, labelChanged } = predicate;
    const event = update({ generation: 1 }, { generation: 2 });
    expect(and(generationChanged, labelChanged)(event)).toBe(false);
    expect(or(generationChanged, labelChanged)(event)).toBe(true);
    expect(not(generationChanged)(event)).toBe(false);
  });

  it('has a function for each type of event, which knows the kind', () => {
    const asked = predicate.funcs<ConfigMap>({
      create: ({ object: map, initial }) => initial && map.data?.['a'] === undefined,
      update: ({ old, object: now }) => {
        expectTypeOf(old.data).toEqualTypeOf(now.data);
        // @ts-expect-error What the cache shares is frozen.
        if (old.data === null) old.data = {};
        return old.data?.['a'] !== now.data?.['a'];
      },
      delete: () => false,
    });
    const map = (data: Record<string, string>) => ({ ...object({}), data }) as unknown as Shared<ConfigMap>;
    expect(asked({ type: 'add', object: map({}), initial: true })).toBe(true);
    expect(asked({ type: 'update', old: map({ a: '1' }), object: map({ a: '2' }) })).toBe(true);
    expect(asked({ type: 'update', old: map({ a: '1' }), object: map({ a: '1' }) })).toBe(false);
    expect(asked({ type: 'delete', object: map({}) })).toBe(false);
    expect(asked({ type: 'generic', object: map({}) })).toBe(true);
  });

  it('can look at the object alone', () => {
    const named = predicate.newPredicateFuncs<ConfigMap>(({ metadata }) => metadata.name === 'it');
    expect(named({ type: 'delete', object: object({}) })).toBe(true);
    expect(named({ type: 'delete', object: object({ name: 'other' }) })).toBe(false);
  });
});
