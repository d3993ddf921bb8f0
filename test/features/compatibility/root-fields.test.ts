import { describe, expect, it } from 'vitest';
import { compareCrds } from '../../../src/features/compatibility/compare-crds.js';
import { readCrd } from '../../../src/base/crd/crd.js';
import type { JsonObject } from '../../../src/base/model/schema.js';

const plain: JsonObject = {
  apiVersion: { type: 'string', description: 'The version.' },
  kind: { type: 'string' },
  metadata: { type: 'object' },
};
const named: JsonObject = { metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 5 } } } };

const version = (more: JsonObject) =>
  readCrd({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'foos.example.com' },
    spec: {
      group: 'example.com',
      names: { kind: 'Foo', plural: 'foos' },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, ...more }],
    },
  })!;

const root = (properties: JsonObject, more: JsonObject = {}) =>
  version({ schema: { openAPIV3Schema: { type: 'object', properties: { ...properties, a: {} }, ...more } } });

const idsOf = (...[before, after]: Parameters<typeof compareCrds>) =>
  compareCrds(before, after).map(({ rule, path }) => `${rule.id} ${path}`.trim());

describe('the fields of all objects', () => {
  it('can be added and removed', () => {
    expect(idsOf(root(plain), root({}))).toEqual([]);
    expect(idsOf(root({}), root(plain))).toEqual([]);
  });

  it('are always required', () => {
    for (const required of [['metadata'], ['kind'], ['apiVersion', 'kind', 'metadata']]) {
      expect(idsOf(root(plain), root(plain, { required }))).toEqual([]);
      expect(idsOf(root({}, { required }), root({}))).toEqual([]);
    }
    expect(idsOf(root(plain), root(plain, { required: ['kind', 'a'] }))).toEqual(['field-required a']);
  });

  it('can be restricted, which is a change', () => {
    expect(idsOf(root(plain), root(named))).toEqual(idsOf(root(plain), root({ ...plain, ...named })));
    const longer = { metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 9 } } } };
    expect(idsOf(root(longer), root(named))).toEqual(['max-length-lowered metadata.name']);
  });

  it('are ordinary fields elsewhere', () => {
    const spec = (properties: JsonObject) => root({ spec: { type: 'object', properties } });
    expect(idsOf(spec(plain), spec({}))).toEqual([
      'field-removed spec.apiVersion',
      'field-removed spec.kind',
      'field-removed spec.metadata',
    ]);
  });
});

describe('the selector of the scale subresource', () => {
  const paths = { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' };
  const scale = (more: JsonObject = {}) => version({ subresources: { scale: { ...paths, ...more } } });
  const selector = { labelSelectorPath: '.status.selector' };

  it('can be added', () => {
    expect(idsOf(scale(), scale(selector))).toEqual([]);
    expect(idsOf(scale({ labelSelectorPath: '' }), scale(selector))).toEqual([]);
  });

  it('cannot be changed, removed, or added with another path', () => {
    for (const [before, after] of [
      [scale(selector), scale()],
      [scale(selector), scale({ labelSelectorPath: '.status.other' })],
      [scale(), scale({ ...selector, specReplicasPath: '.spec.m' })],
    ] as const) {
      expect(idsOf(before, after)).toEqual(['scale-subresource-changed']);
    }
  });
});
