import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { limited, withoutSecrets } from '../../src/deployment/tests/explain.js';
import { refusedInAuditLog, refusedInLogs, refusedInMetrics } from '../../src/deployment/tests/refusals.js';
import { groupsOf, unfinished, type Definition, type Sample } from '../../src/deployment/tests/samples.js';
import { temporaryFolder } from '../support/tree.js';

describe('a sample', () => {
  const object = (status?: Sample['status'], generation = 1): Sample => ({
    apiVersion: 'shop.example.com/v1',
    kind: 'Order',
    metadata: { name: 'a', uid: '1', generation },
    ...(status === undefined ? {} : { status }),
  });
  const definition = (...jsonPaths: string[]): Definition => ({
    ...object(),
    spec: {
      group: 'shop.example.com',
      names: { kind: 'Order', plural: 'orders' },
      versions: [
        { name: 'v1beta1', served: true },
        { name: 'v1', served: true, additionalPrinterColumns: jsonPaths.map((jsonPath) => ({ jsonPath })) },
      ],
    },
  });
  const condition = (type: string, status: string, observedGeneration?: number) => ({
    type,
    status,
    reason: 'Because',
    message: 'it is so',
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
  });
  const ready = '.status.conditions[?(@.type=="Ready")].status';

  it.each([
    ['without a status', undefined],
    ['without conditions', {}],
    ['that is ready', { conditions: [condition('Ready', 'True')] }],
    ['whose condition is neither good nor bad by its name', { conditions: [condition('Degraded', 'False')] }],
  ])('%s is done if nothing else is declared', (_, status) => {
    expect(unfinished(object(status), definition())).toBeUndefined();
  });

  it.each([
    [{ conditions: [condition('Available', 'False')] }, 'the condition Available is False: Because: it is so'],
    [
      { conditions: [condition('Ready', 'True'), condition('Available', 'Unknown')] },
      'the condition Available is Unknown: Because: it is so',
    ],
    [{ conditions: [condition('Ready', 'True', 1)] }, 'the condition Ready is not current'],
    [{ observedGeneration: 1, conditions: [] }, 'the status is for generation 1'],
  ])('with %j is not done', (status, reason) => {
    expect(unfinished(object(status, 2), definition())).toBe(`Order a: ${reason}`);
  });

  it('must have the condition that a printer column declares', () => {
    expect(unfinished(object(), definition('.spec.size', ready))).toBe('Order a: there is no condition Ready');
    const status = { conditions: [condition('Ready', 'True')] };
    expect(unfinished(object(status), definition(ready))).toBeUndefined();
    // The column of another version.
    expect(unfinished({ ...object(), apiVersion: 'shop.example.com/v1beta1' }, definition(ready))).toBeUndefined();
  });

  it('must have the condition that the user names, and no other', () => {
    const status = { conditions: [condition('Ready', 'False'), condition('Complete', 'True')] };
    expect(unfinished(object(status), definition(ready), 'Complete')).toBeUndefined();
    expect(unfinished(object(status), definition(), 'Archived')).toBe('Order a: there is no condition Archived');
  });
});

describe('refused requests', () => {
  it('are found in metrics', () => {
    const metrics = [
      '# TYPE rest_client_requests_total counter',
      'rest_client_requests_total{code="200",method="GET",host="a"} 7',
      'rest_client_requests_total{code="403",method="POST",host="a"} 2',
      'rest_client_requests_total{code="403",method="GET",host="a"} 0',
    ];
    expect(refusedInMetrics(metrics.join('\n'))).toEqual([metrics[2]]);
  });

  it('are found in logs, but not the word alone', () => {
    const error = 'events is forbidden: User "system:serviceaccount:a:b" cannot create resource "events"';
    const lines = [JSON.stringify({ error }), JSON.stringify({ error: 'spec.size: Forbidden: too large' })];
    expect(refusedInLogs(lines.join('\n'))).toEqual([lines[0]]);
  });

  it('are found in an audit log, of one account since a time', () => {
    const event = (username: string, code: number, stageTimestamp: string) =>
      JSON.stringify({
        verb: 'create',
        requestURI: `/apis/${stageTimestamp}`,
        user: { username },
        responseStatus: { code, message: 'no' },
        stageTimestamp,
      });
    const path = join(temporaryFolder({}), 'audit.log');
    const lines = [
      event('ours', 403, '2026-01-01T00:00:00Z'),
      event('ours', 403, '2026-01-03T00:00:00Z'),
      event('ours', 201, '2026-01-03T00:00:01Z'),
      event('others', 403, '2026-01-03T00:00:02Z'),
    ];
    // The last event is being written.
    writeFileSync(path, `${lines.join('\n')}\n{"user":"ours`);
    const since = new Date('2026-01-02T00:00:00Z');
    expect(refusedInAuditLog(path, 'ours', since)).toEqual(['create /apis/2026-01-03T00:00:00Z: no']);
  });
});

describe('samples that need each other', () => {
  const names = ['a.yaml', 'b.yaml', 'c.yaml'];

  it.each([
    ['none', [], [['a.yaml'], ['b.yaml'], ['c.yaml']]],
    ['two, in their order', [['c.yaml', 'a.yaml']], [['c.yaml', 'a.yaml'], ['b.yaml']]],
    ['all, in two lists', [['b.yaml', 'a.yaml'], ['c.yaml']], [['b.yaml', 'a.yaml'], ['c.yaml']]],
  ])('%s', (_, together, groups) => {
    expect(groupsOf(names, together)).toEqual(groups);
  });

  it.each([
    [
      'a file that is not there',
      [['a.yaml', 'd.yaml']],
      'together names d.yaml, but the samples are: a.yaml, b.yaml, c.yaml',
    ],
    ['one in two lists', [['a.yaml'], ['b.yaml', 'a.yaml']], 'together names a.yaml twice'],
  ])('are refused: %s', (_, together, message) => {
    expect(() => groupsOf(names, together)).toThrow(message);
  });
});

describe('explanations', () => {
  it('are limited in lines and in their length, and keep the beginning and more of the end', () => {
    const text = Array.from({ length: 1000 }, (_, index) => `line ${index} ${'x'.repeat(1000)}`).join('\n');
    const lines = limited(text).split('\n');
    expect(lines).toHaveLength(121);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(410);
    expect(lines[0]).toMatch(/^line 0 /);
    expect(lines[30]).toBe('... 880 lines are omitted ...');
    expect(lines.at(-1)).toMatch(/^line 999 /);
    expect(limited('a\nb\n')).toBe('a\nb');
  });

  it('hide the values of variables, but not their names and references', () => {
    const described = [
      '    Environment:',
      "      PASSWORD:         <set to the key 'p' in secret 's'>  Optional: false",
      '      WATCH_NAMESPACE:   shop-system (v1:metadata.namespace)',
      '      LOGIN:             of two',
      '                         lines',
      '      EMPTY:',
      '    Mounts:',
      '      /tmp from tmp (rw)',
    ].join('\n');
    const shown = withoutSecrets(described);
    expect(shown).not.toMatch(/of two|lines/);
    for (const text of ["<set to the key 'p'", 'shop-system (v1:', 'LOGIN: <hidden>', '/tmp from tmp'])
      expect(shown).toContain(text);
  });

  it.each([
    'Authorization: Bearer swordfish-77',
    'token eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJrIn0.c2lnbmF0dXJl',
    '{"msg":"connected","password":"swordfish-77"}',
    'url?api_key=swordfish-77&x=1',
    '-----BEGIN RSA PRIVATE KEY-----\\nswordfish-77\\n-----END RSA PRIVATE KEY-----',
    'the value is swordfish-77',
  ])('hide %s', (text) => {
    const shown = withoutSecrets(text, ['swordfish', 'swordfish-77']);
    expect(shown).toContain('<hidden>');
    expect(shown).not.toMatch(/-77|eyJ/);
  });
});
