import { describe, expect, it } from 'vitest';
import type { Json } from './planned-object.js';
import { plannedWrite, type Change } from './planned-write.js';
import { jsonOutput, textOutput } from './plan-output.js';
import { linesOf, summaryLine } from './text-lines.js';

const target = { group: '', version: 'v1', plural: 'secrets', namespace: 'a', name: 'b' };
const secret = (data: object, more: object = {}): Json => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'b', namespace: 'a', uid: '1', resourceVersion: '1', ...more },
  data,
});
const changed = (change: Partial<Change>) =>
  plannedWrite({ verb: 'update', target, before: null, after: null, current: null, ...change });

describe('a planned write', () => {
  it('omits what the server sets on every write', () => {
    const after = secret({}, { resourceVersion: '2', generation: 2, managedFields: [{}] });
    expect(changed({ before: secret({}), after })).toBeUndefined();
  });

  it('hides the values of Secrets, old and new, and what kubectl keeps of them', () => {
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{"data":{"k":"b2xk"}}' };
    const write = changed({ before: secret({ k: 'b2xk' }), after: secret({ k: 'bmV3', l: 'bmV3' }, { annotations }) })!;
    expect(write.patch).toEqual([
      {
        op: 'add',
        path: '/metadata/annotations',
        value: { 'kubectl.kubernetes.io/last-applied-configuration': '***' },
      },
      { op: 'replace', path: '/data/k', value: '***' },
      { op: 'add', path: '/data/l', value: '***' },
    ]);
    expect(write.old).toEqual({ '/data/k': '***' });
  });

  it('hides texts in fields that are named as secrets, but not the names of Secrets', () => {
    const of = (spec: object): Json => ({ ...secret({}), kind: 'Foo', apiVersion: 'example.com/v1', spec });
    const after = of({ password: 'hunter2', clientSecret: 'x', secretName: 's', automountServiceAccountToken: false });
    expect(JSON.stringify(changed({ before: of({}), after })!.patch)).toContain(
      '{"op":"add","path":"/spec/password","value":"***"},{"op":"add","path":"/spec/clientSecret","value":"***"},' +
        '{"op":"add","path":"/spec/secretName","value":"s"},{"op":"add","path":"/spec/automountServiceAccountToken","value":false}',
    );
  });

  it('has no patch for a deletion', () => {
    expect(changed({ verb: 'delete', before: secret({ k: 'b2xk' }), isDeletion: true })).toMatchObject({
      verb: 'delete',
      patch: [],
    });
  });
});

describe('the text of a plan', () => {
  it('has a line for each changed field, with the old value, and no control characters', () => {
    const of = (value: object): Json => ({ ...secret({}), kind: 'ConfigMap', data: value });
    const before = of({ same: 'x', old: 'line\nline', removed: '\u001b[2J', list: ['a', 'b'] });
    const after = of({ same: 'x', old: 'new', list: ['a', 'b', { c: 1 }], 'a.b': {} });
    const write = changed({ before, after })!;
    expect(
      linesOf({ controller: 'foo', namespace: 'a', name: 'b', writes: [write], errors: ['bad\u001b[31m\nthing'] }),
    ).toBe(
      `foo a/b
  update ConfigMap a/b
    ~ data.old: "line\\nline" -> "new"
    - data.removed: "\\u001b[2J"
    + data.list[2].c: 1
    + data["a.b"]: {}
  error: bad\\u001b[31m\\nthing

`,
    );
  });

  it('is limited for each write', () => {
    const data = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, 'x']));
    const write = changed({ verb: 'create', after: { ...secret({}), kind: 'ConfigMap', data } })!;
    const lines = linesOf({ controller: 'foo', name: 'b', writes: [write], errors: [] }).split('\n');
    expect(lines.length).toBeLessThan(60);
    expect(lines.at(-3)).toBe('    … and 154 more: see --output json');
  });

  it('ends with the numbers', () => {
    expect(summaryLine({ reconciled: 1, writes: 0, errors: 0 })).toBe('no changes; 1 object reconciled\n');
    expect(summaryLine({ reconciled: 2, writes: 1, errors: 2 })).toBe('1 change; 2 objects reconciled; 2 errors\n');
  });
});

describe('the output', () => {
  const written = async (make: typeof textOutput, count: number): Promise<string> => {
    let text = '';
    const output = make(async (part) => void (text += part));
    for (let index = 0; index < count; index += 1)
      await output.add({ controller: 'foo', name: `n${index}`, writes: [], errors: ['e'] });
    await output.end({ reconciled: count, writes: 0, errors: count });
    return text;
  };

  it.each([0, 1, 3])('is one JSON document with %d objects', async (count) => {
    const { objects, summary } = JSON.parse(await written(jsonOutput, count)) as {
      objects: unknown[];
      summary: object;
    };
    expect(objects).toHaveLength(count);
    expect(summary).toEqual({ reconciled: count, writes: 0, errors: count });
  });

  it('is text', async () => {
    expect(await written(textOutput, 1)).toBe('foo n0\n  error: e\n\nno changes; 1 object reconciled; 1 error\n');
  });
});
