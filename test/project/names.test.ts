import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkName, nameRules, type NameKind } from '../../src/project/naming.js';
import { pluralOf } from '../../src/project/plural.js';

const accepted = (kind: NameKind, name: string): boolean => checkName(kind, '--flag', name) === undefined;

describe('names', () => {
  it.each<[NameKind, readonly string[], readonly string[]]>([
    [
      'domain',
      ['my.domain', 'example.com', 'a', 'codeconnect.vmworld.com', '1a.b2'],
      ['', 'A.b', 'a..b', '.a', 'a_b', 'a.'.repeat(130)],
    ],
    ['group', ['shop', 'my-first-operator', 'foo.policy'], ['Shop', 'a b', '-a', 'a-']],
    [
      'version',
      ['v1', 'v1alpha1', 'v2beta10', 'v10'],
      ['1', 'v', 'v0', 'V1', 'v1foo', 'v1alpha', 'v1alpha0', 'v1.2', 'v01'],
    ],
    [
      'kind',
      ['WebServer', 'A', 'CronJob2', 'HTTPRoute'],
      ['', 'webServer', 'Web-Server', 'Web Server', '2Fast', 'CustomResource', 'Ä'],
    ],
    ['plural', ['webservers', 'admirales', 'a-b'], ['Webservers', '1s', 'a.b', '', 'a-']],
    ['projectName', ['webserver-operator', 'a', '1a'], ['A', 'a_b', 'a.b', '-a', 'a'.repeat(51)]],
  ])('%s', (kind, good, bad) => {
    for (const name of good) expect(accepted(kind, name), name).toBe(true);
    for (const name of bad) expect(accepted(kind, name), name).toBe(false);
  });

  it('are never answered with a suggestion that would itself be refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...(Object.keys(nameRules) as NameKind[])), fc.string(), (kind, name) => {
        const suggestion = /perhaps: --flag (.*)/.exec(checkName(kind, '--flag', name)?.help ?? '')?.[1];
        if (suggestion !== undefined) expect(accepted(kind, suggestion)).toBe(true);
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});

describe('plurals', () => {
  it.each([
    ['WebServer', 'webservers'],
    ['Policy', 'policies'],
    ['Proxy', 'proxies'],
    ['Key', 'keys'],
    ['Gateway', 'gateways'],
    ['Ingress', 'ingresses'],
    ['Bus', 'buses'],
    ['Box', 'boxes'],
    ['Batch', 'batches'],
    ['Mesh', 'meshes'],
    ['Endpoints', 'endpoints'],
    ['Person', 'people'],
    ['Memcached', 'memcacheds'],
    ['NetworkPolicy', 'networkpolicies'],
    ['Database', 'databases'],
  ])('%s: %s', (kind, plural) => {
    expect(pluralOf(kind)).toBe(plural);
  });
});
