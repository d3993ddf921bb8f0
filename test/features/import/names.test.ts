import { describe, expect, it } from 'vitest';
import { singularOf } from '../../../src/features/import/names.js';
import { roundTrip } from '../../round-trip/round-trip.js';
import { definition, objectWith } from '../../support/definitions.js';
import type { JsonObject } from '../../../src/base/model/schema.js';

describe('the singular of a field', () => {
  it.each([
    ['AttachmentTicketStatuses', 'AttachmentTicketStatus'],
    ['Status', 'Status'],
    ['IPs', 'IP'],
    ['URLs', 'URL'],
    ['DNS', 'DNS'],
    ['Policies', 'Policy'],
    ['Cookies', 'Cookie'],
    ['Caches', 'Cache'],
    ['Matches', 'Match'],
    ['Sizes', 'Size'],
    ['Leases', 'Lease'],
    ['Analyses', 'Analysis'],
    ['Indices', 'Index'],
    ['Addresses', 'Address'],
    ['Alias', 'Alias'],
    ['Aliases', 'Alias'],
    ['Kubernetes', 'Kubernetes'],
    ['Prefixes', 'Prefix'],
    ['Ingress', 'Ingress'],
  ])('%s is %s', (plural, singular) => {
    expect(singularOf(plural)).toBe(singular);
  });
});

describe('the names of types', () => {
  const item = (field: string): JsonObject => objectWith({ [field]: { type: 'string' } });
  const classesOf = async (...specs: readonly (readonly [string, JsonObject])[]): Promise<readonly string[]> => {
    const { sources } = await roundTrip(specs.map(([kind, spec]) => definition({ kind, spec })));
    return Object.values(sources).flatMap((text) => [...text.matchAll(/export class (\w+)/g)].map(([, name]) => name!));
  };

  it('have the name around a field that says too little', async () => {
    const headers = objectWith({ add: { type: 'array', items: item('name') }, from: item('host') });
    const classes = await classesOf(['Thing', objectWith({ http: objectWith({ headers }) })]);
    expect(classes).toEqual(expect.arrayContaining(['HeadersAdd', 'HeadersFrom']));
  });

  it('do not have the name of one of the kinds that share them, and do not depend on the order of the kinds', async () => {
    const one = ['One', objectWith({ a: item('x'), b: { type: 'string' } })] as const;
    const two = ['Two', objectWith({ a: item('x'), b: { type: 'string' } })] as const;
    const classes = await classesOf(one, two);
    expect(classes.toSorted()).toEqual(['A', 'One', 'SharedSpec', 'Two']);
    expect((await classesOf(two, one)).toSorted()).toEqual(classes.toSorted());
  });

  const value = { type: 'string' };
  const scaling = (): JsonObject =>
    objectWith({ window: value, policies: { type: 'array', items: item('periodSeconds') } });

  it.each<[string, Readonly<Record<string, JsonObject>>, readonly string[]]>([
    [
      'begin alike',
      { behavior: objectWith({ scaleDown: scaling(), scaleUp: scaling() }) },
      ['BehaviorScale', 'Policy'],
    ],
    ['end alike', { probes: objectWith({ livenessProbe: item('x'), startProbe: item('x') }) }, ['Probe']],
    ['differ', { range: objectWith({ min: item('x'), max: item('x') }) }, ['MinOrMax']],
    [
      'are the same in different fields',
      { http: objectWith({ config: item('x'), a: value }), tcp: objectWith({ config: item('x'), b: value }) },
      ['SpecConfig'],
    ],
    [
      'begin alike, around a type that says too little',
      { behavior: objectWith({ scaleDown: objectWith({ ref: item('x') }), scaleUp: objectWith({ ref: item('x') }) }) },
      ['BehaviorScale', 'ScaleRef'],
    ],
  ])('are those of all fields that share a class, whose names %s', async (_, fields, expected) => {
    const classes = await classesOf(['Thing', objectWith(fields)]);
    expect(classes).toEqual(expect.arrayContaining([...expected]));
    expect(classes.join()).not.toMatch(/Scale(?:Up|Down)|^Min\b/);
  });
});
