import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  brokenRule,
  checkName,
  nameRules,
  protectedGroup,
  variableOf,
  versionVariable,
  type NameKind,
} from '../../src/project/naming.js';
import { pluralOf } from '../../src/project/plural.js';
import { runs } from '../support/seed.js';

const accepted = (kind: NameKind, name: string): boolean => checkName(kind, '--flag', name) === undefined;

describe('names', () => {
  it.each<[NameKind, readonly string[], readonly string[]]>([
    [
      'domain',
      ['my.domain', 'example.com', 'a', 'codeconnect.vmworld.com', '1a.b2'],
      ['', 'A.b', 'a..b', '.a', 'a_b', 'a.'.repeat(130)],
    ],
    ['group', ['shop', 'my-first-operator', 'foo.policy'], ['Shop', 'a b', '-a', 'a-']],
    ['listKind', ['ThingList', 'things', 'Thing-2'], ['', 'Thing_List', '1Things', 'a'.repeat(64)]],
    [
      'version',
      ['v1', 'v1alpha1', 'v2beta10', 'v10', 'v1alpha', 'v20240101', 'v0', 'v1-new', 'latest'],
      ['', '1', '2023-v1', 'V1', 'v1.2', 'v1-', '-v1', 'v_1', 'a'.repeat(64)],
    ],
    [
      'kind',
      ['WebServer', 'A', 'CronJob2', 'HTTPRoute', 'CustomResource', 'Webhook', 'Promise'],
      [
        '',
        'webServer',
        'Web-Server',
        'Web Server',
        '2Fast',
        'Object',
        'Symbol',
        'Ä',
        'A'.repeat(60),
        'Web\nServer',
        '__proto__',
      ],
    ],
    ['plural', ['webservers', 'admirales', 'a-b'], ['Webservers', '1s', 'a.b', '', 'a-']],
    ['apiGroup', ['my.domain', 'shop.example.com'], ['local', '', 'A.b', `${'a'.repeat(252)}.b`]],
    ['crdName', [`a.${'b'.repeat(251)}`], [`a.${'b'.repeat(252)}`]],
    ['projectName', ['webserver-operator', 'a', '1a'], ['A', 'a_b', 'a.b', '-a', 'a'.repeat(51)]],
  ])('%s', (kind, good, bad) => {
    for (const name of good) expect(accepted(kind, name), name).toBe(true);
    for (const name of bad) expect(accepted(kind, name), name).toBe(false);
  });

  it('are never answered with a suggestion that would itself be refused', () => {
    const answered = new Set<NameKind>();
    fc.assert(
      fc.property(fc.constantFrom(...(Object.keys(nameRules) as NameKind[])), fc.string(), (kind, name) => {
        const suggestion = /use: --flag (.*)/.exec(checkName(kind, '--flag', name)?.help ?? '')?.[1];
        if (suggestion === undefined) return;
        answered.add(kind);
        expect(accepted(kind, suggestion)).toBe(true);
      }),
      { numRuns: runs(500) },
    );
    expect([...answered]).toEqual(expect.arrayContaining(['domain', 'group', 'kind', 'plural', 'projectName']));
  });
});

describe('a kind that is there already', () => {
  it('may be called as its user likes, within the rules of Kubernetes', () => {
    expect(['Context', 'Client', 'postgresql', 'A-B'].map((name) => checkName('className', 'class', name))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(['con_text', '-A', 'A'.repeat(64)].map((name) => checkName('className', 'class', name)?.code)).toEqual(
      Array(3).fill('invalid-name'),
    );
  });
});

describe('a refused name', () => {
  it.each<[NameKind, string, string, string]>([
    ['version', '--version', '1', 'v1'],
    ['version', '--version', 'V2Beta', 'v2beta1'],
    ['kind', '--kind', 'web-server', 'WebServer'],
    ['group', '--group', 'My Group', 'my-group'],
    ['plural', '--plural', 'Web_Servers', 'web-servers'],
    ['projectName', '--project-name', 'My Shop!', 'my-shop'],
  ])('%s: names its flag, and the value that was probably meant', (kind, flag, value, instead) => {
    const problem = checkName(kind, flag, value);
    expect(problem).toMatchObject({ code: 'invalid-name', help: `use: ${flag} ${instead}` });
    expect(problem?.message).toContain(`${flag}: ${JSON.stringify(value)}`);
  });

  it.each<[NameKind, string, string, string | undefined]>([
    ['kind', 'web server', 'use PascalCase letters and digits, at most 59 characters', 'WebServer'],
    ['kind', 'A'.repeat(60), 'use PascalCase letters and digits, at most 59 characters', undefined],
    ['kind', 'Object', 'use another name: compiled markers use Object and Symbol', undefined],
    ['kindWithImage', 'web server', 'use PascalCase letters and digits, at most 59 characters', 'WebServer'],
    ['kindWithImage', 'Deployment', 'use another name: the generated code imports this one', undefined],
    ['version', '1', 'use lower-case letters, digits and dashes, start with a letter, at most 63 characters', 'v1'],
  ])('%s %j: breaks one rule, which is the one that is named', (kind, name, rule, instead) => {
    expect(brokenRule(kind, name)).toEqual({ rule, instead });
  });
});

describe('a kind', () => {
  it.each([
    ['WebServer', 'webServer'],
    ['HTTPRoute', 'httpRoute'],
    ['DNS', 'dns'],
    ['A', 'a'],
    ['CronJob2', 'cronJob2'],
    ['Function', 'functionObject'],
    ['Interface', 'interfaceObject'],
    ['Log', 'logObject'],
  ])('%s is called %s as a variable', (kind, variable) => {
    expect(variableOf(kind)).toBe(variable);
  });

  it('of the Kubernetes project itself is warned about', () => {
    for (const group of ['k8s.io', 'a.k8s.io', 'kubernetes.io', 'x.y.kubernetes.io'])
      expect(protectedGroup(group)).toMatchObject({ code: 'protected-group', severity: 'warning' });
    for (const group of ['x-k8s.io', 'a.x-k8s.io', 'k8s.io.example.com', 'mykubernetes.io'])
      expect(protectedGroup(group)).toBeUndefined();
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
    ['Human', 'humans'],
    ['FireMan', 'firemen'],
    ['SearchIndex', 'searchindices'],
    ['Analysis', 'analyses'],
    ['Status', 'statuses'],
    ['Dns', 'dnses'],
    ['UserData', 'userdata'],
    ['Constructor', 'constructors'],
  ])('%s: %s', (kind, plural) => {
    expect(pluralOf(kind)).toBe(plural);
  });
});

it.each([
  ['v1beta1', 'v1beta1'],
  ['v1-new', 'v1New'],
  ['a--b-2', 'aB2'],
  ['default', 'defaultVersion'],
])('the converter of the version %s is called %s', (version, name) => {
  expect(versionVariable(version)).toBe(name);
});
