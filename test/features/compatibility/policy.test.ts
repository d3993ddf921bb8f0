import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { acceptanceOf, readAcceptances, withoutAccepted } from '../../../src/features/compatibility/acceptances.js';
import type { Breaks, Change } from '../../../src/features/compatibility/change.js';
import { changeOfField } from '../../../src/features/compatibility/field-of-change.js';
import { severityOf } from '../../../src/features/compatibility/policy.js';
import type { CrdVersion } from '../../../src/base/crd/crd.js';
import type { CompatibilitySettings } from '../../../src/project/project.js';

const change = (id: string, breaks: Breaks, more: Partial<Change> = {}): Change => ({
  rule: { id, what: 'it is another one', breaks },
  crd: 'foos.example.com',
  kind: 'Foo',
  version: 'v1',
  path: '',
  crdPath: '',
  ...more,
});

const version = (name: string, more: Partial<CrdVersion> = {}): CrdVersion => ({
  ...{ name, index: 0, served: true, storage: false, deprecated: false, schema: {}, printColumns: new Map() },
  ...{ selectableFields: [], hasStatus: false, scale: undefined },
  ...more,
});

it.each<readonly [string, string, Breaks, CrdVersion, CompatibilitySettings, 'error' | 'warning' | undefined]>([
  ['a change of a stable version', 'type-changed', 'writers', version('v1'), {}, 'error'],
  ['a change of a beta version', 'type-changed', 'writers', version('v1beta1'), {}, 'error'],
  ['a change of an alpha version', 'type-changed', 'writers', version('v1alpha1'), {}, undefined],
  ['a checked alpha version', 'type-changed', 'writers', version('v1alpha1'), { alpha: 'check' }, 'error'],
  ['a version that was not served', 'type-changed', 'writers', version('v1', { served: false }), {}, undefined],
  [
    'a checked version that was not served',
    'type-changed',
    'writers',
    version('v1', { served: false }),
    { unserved: 'check' },
    'error',
  ],
  [
    'a version that was stored only',
    'field-removed',
    'stored-objects',
    version('v1', { served: false, storage: true }),
    {},
    'error',
  ],
  ['narrower validation', 'maximum-lowered', 'ratcheted', version('v1'), {}, 'error'],
  ['relaxed narrower validation', 'maximum-lowered', 'ratcheted', version('v1'), { ratcheted: 'warning' }, 'warning'],
  ['a removed beta version', 'version-removed', 'clients', version('v1beta1'), {}, 'error'],
  [
    'a removed beta version that was deprecated',
    'version-removed',
    'clients',
    version('v1beta1', { deprecated: true }),
    {},
    'warning',
  ],
  [
    'a removed stable version that was deprecated',
    'version-not-served',
    'clients',
    version('v1', { deprecated: true }),
    {},
    'error',
  ],
  ['a stored alpha version', 'stored-version-removed', 'stored-objects', version('v1alpha1'), {}, 'error'],
])('%s', (_, id, breaks, before, settings, severity) => {
  expect(severityOf(change(id, breaks, { version: before.name }), { versions: [before] }, settings)).toBe(severity);
});

it.each([
  ['field-removed', 'error'],
  ['unknown-fields-pruned', 'error'],
  ['entries-removed', 'error'],
  ['maximum-lowered', undefined],
  ['field-required', undefined],
])('%s of an alpha version in which objects of a stable version are stored', (id, severity) => {
  const stored = version('v1alpha1', { storage: true });
  const found = change(id, 'stored-objects', { version: 'v1alpha1' });
  expect(severityOf(found, { versions: [version('v1'), stored] })).toBe(severity);
  for (const others of [[], [version('v1alpha2')], [version('v1', { served: false })]])
    expect(severityOf(found, { versions: [...others, stored] })).toBeUndefined();
  expect(severityOf(found, { versions: [version('v1', { storage: true }), version('v1alpha1')] })).toBeUndefined();
});

it('the line that accepts a change accepts it, once a reason is given', () => {
  fc.assert(
    fc.property(fc.string(), fc.option(fc.string({ minLength: 1 })), (path, name) => {
      const { version: _, ...common } = change('type-changed', 'writers', { path });
      const each: Change = name === null ? common : { ...common, version: name };
      const shown = acceptanceOf(each);
      expect(() => readAcceptances(shown)).toThrow('must say why nobody is affected');
      const line = shown.replace('say why nobody is affected', 'nobody uses it');
      expect(parse(line)).toHaveLength(1);
      const accepted = withoutAccepted([each, change('other', 'writers')], readAcceptances(line), {
        today: '2026-01-01',
      });
      expect(accepted).toEqual({ changes: [change('other', 'writers')], diagnostics: [] });
    }),
  );
});

it.each([
  ['spec.size', 'spec.size'],
  ['spec.ports[3].name', 'spec.ports[].name'],
  ['spec.labels.a', 'spec.labels[*]'],
  ['spec.labels[a.b/c]', 'spec.labels[*]'],
  ['spec.size.deep', 'spec.size'],
  ['spec', 'spec.size'],
  ['status.size', undefined],
])('the field %s is rejected because of a change of %s', (field, path) => {
  const paths = ['spec.size', 'spec.ports', 'spec.ports[].name', 'spec.labels', 'spec.labels[*]'];
  const changes = paths.map((each) => change('x', 'ratcheted', { path: each }));
  expect(changeOfField(changes, field, 'Invalid value')?.path).toBe(path);
});

it.each([
  ['spec.items: Invalid value: 0: spec.items in body should have at least 1 items', 'min-items-raised'],
  ['spec.items: Too many: 4: must have at most 3 items', 'max-items-lowered'],
])('of several changes of a field, the one with this reason: %s', (reason, id) => {
  const changes = ['max-items-lowered', 'min-items-raised'].map((each) =>
    change(each, 'ratcheted', { path: 'spec.items' }),
  );
  changes.push(change('print-column-removed', 'clients', { path: 'spec.items' }));
  expect(changeOfField(changes, 'spec.items', reason)?.rule.id).toBe(id);
});
