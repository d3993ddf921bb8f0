import { describe, expect, it } from 'vitest';
import { requestOf, targetText } from '../../../src/features/dev/log/audit.js';
import { forbiddenIn, markerFor } from '../../../src/features/dev/log/forbidden.js';
import { firstInSources, readLine } from '../../../src/features/dev/log/log-line.js';
import { inProcess, Reconciles } from '../../../src/features/dev/log/reconciles.js';
import { changedFields, WriteLoops } from '../../../src/features/dev/log/write-loops.js';
import { lineReader } from '../../../src/base/io/line-reader.js';

const stack = `ApiError: no
    at request (node_modules/@operator-gen/runtime/dist/x.js:1:2)
    at async WebReconciler.reconcile (src/controller/web.controller.ts:32:5)
    at async other (src/later.ts:1:1)`;

describe('a line of the log', () => {
  it('of a failed reconcile has its object, its error, and the first position in src/', () => {
    const error = { name: 'ApiError', message: 'no', stack };
    const fields = { controller: 'web', namespace: 'default', name: 'x', reconcileID: '1', error, failures: 2 };
    const line = JSON.stringify({ ts: '', level: 'error', msg: 'reconcile failed, to be tried again', ...fields });
    expect(readLine(line).message).toEqual({
      event: 'failed',
      controller: 'web',
      object: 'default/x',
      error: 'ApiError: no',
      at: 'src/controller/web.controller.ts:32:5',
      failures: 2,
    });
  });

  it('of the operator has its object and its fields', () => {
    const line = JSON.stringify({ level: 'info', msg: 'hello', controller: 'web', name: 'x', size: 3 });
    expect(readLine(line).message).toEqual({
      event: 'log',
      level: 'info',
      message: 'hello',
      controller: 'web',
      object: 'x',
      fields: { size: 3 },
    });
  });

  it('tells nothing if dev says it itself, or it is empty', () => {
    expect(readLine('{"level":"info","msg":"controller started"}')).toMatchObject({ message: undefined });
    expect(readLine(' ').message).toBeUndefined();
  });

  it.each(['plain text', '{"no":"message"}', '{broken', '[1]', '{"msg":1}'])(
    'of another format is printed: %s',
    (line) => {
      expect(readLine(line).message).toEqual({ event: 'printed', line });
    },
  );

  it('has no position if nothing of its stack is in src/', () => {
    expect(firstInSources('Error: x\n    at a (node_modules/src/b.js:1:2)')).toBeUndefined();
    expect(firstInSources('Error: x\n    at src/main.ts:3:4')).toBe('src/main.ts:3:4');
  });
});

describe('the lines of an output', () => {
  const read = (...chunks: readonly (string | Buffer)[]): readonly string[] => {
    const lines: string[] = [];
    const { take, end } = lineReader((line) => lines.push(line));
    for (const each of chunks) take(Buffer.from(each as string));
    end();
    return lines;
  };

  it('are complete, however they arrive', () => {
    const umlaut = Buffer.from('ä');
    expect(read('a', 'b\nc\r\n', '\n', 'd')).toEqual(['ab', 'c', '', 'd']);
    expect(read(umlaut.subarray(0, 1), umlaut.subarray(1), '\n')).toEqual(['ä']);
  });

  it('are cut if they never end', () => {
    const [long = '', next] = read(...Array.from({ length: 50 }, () => 'x'.repeat(10_000)), '\nnext\n');
    expect(long).toHaveLength(100_003);
    expect(next).toBe('next');
  });
});

const user = 'system:serviceaccount:shop:manager';
const auditLine = (fields: object): string =>
  JSON.stringify({
    stage: 'ResponseComplete',
    requestReceivedTimestamp: '2026-01-01T00:00:00.5Z',
    stageTimestamp: '2026-01-01T00:00:00.7Z',
    user: { username: user },
    verb: 'patch',
    objectRef: { apiGroup: 'apps', apiVersion: 'v1', resource: 'deployments', namespace: 'default', name: 'web' },
    responseStatus: { code: 200 },
    ...fields,
  });

describe('a request in the audit log', () => {
  it('that wrote something has its object', () => {
    const request = requestOf(auditLine({}), user);
    expect(request).toMatchObject({ type: 'write', verb: 'patch', at: Date.parse('2026-01-01T00:00:00.500Z') });
    expect(request?.type === 'write' && targetText(request.target)).toBe('deployments default/web');
  });

  it('that is forbidden has the permission', () => {
    const decision = { 'authorization.k8s.io/decision': 'forbid' };
    expect(requestOf(auditLine({ responseStatus: { code: 403 }, annotations: decision }), user)).toEqual({
      type: 'forbidden',
      permission: { verb: 'patch', group: 'apps', resource: 'deployments', namespace: 'default' },
    });
  });

  it.each([
    ['of another user', { user: { username: 'admin' }, impersonatedUser: { username: user } }],
    ['that reads', { verb: 'get' }],
    ['that failed', { responseStatus: { code: 409 } }],
    ['of the leader election', { objectRef: { resource: 'leases' } }],
    [
      'that a webhook forbids',
      { responseStatus: { code: 403 }, annotations: { 'authorization.k8s.io/decision': 'allow' } },
    ],
  ])('%s does not count', (_, fields) => {
    expect(requestOf(auditLine(fields), user)).toBeUndefined();
  });

  it('does not count if it is not complete', () => {
    expect(requestOf(auditLine({}).slice(0, -3), user)).toBeUndefined();
  });
});

describe('a missing permission', () => {
  it('is in the message of the API server', () => {
    const message =
      'configmaps "x" is forbidden: User "u" cannot patch resource "configmaps" in API group "" in the namespace "default"';
    const permission = forbiddenIn(message)!;
    expect(permission).toEqual({ verb: 'patch', group: '', resource: 'configmaps', namespace: 'default' });
    expect(markerFor(permission)).toEqual([`@Rbac({ groups: ['core'], resources: ['configmaps'], verbs: ['patch'] })`]);
  });

  it('to read is one for a cache', () => {
    const text = 'User "u" cannot list resource "deployments" in API group "apps" at the cluster scope';
    expect(markerFor(forbiddenIn(text)!).join()).toContain(`verbs: ['get', 'list', 'watch']`);
  });

  it('is in no other text', () => {
    expect(forbiddenIn('you cannot do that')).toBeUndefined();
  });
});

describe('the state of the controllers', () => {
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
  const reconcile = (number: number, result = 'success') => ({ number, endedAt: at(1), milliseconds: 12, result });
  const state = (...reconciles: readonly object[]) =>
    ({ controllers: [{ controller: 'web', processing: [], objects: [{ key: 'default/x', reconciles }] }] }) as never;

  it('has each reconcile once', () => {
    const reconciles = new Reconciles();
    expect(reconciles.ended(state(reconcile(1)))).toHaveLength(1);
    expect(reconciles.ended(state(reconcile(1)))).toEqual([]);
    expect(reconciles.ended(state(reconcile(1), reconcile(2, 'error')))).toMatchObject([
      { controller: 'web', object: 'default/x', milliseconds: 12, result: 'error' },
    ]);
  });

  it('has the reconciles that run', () => {
    const processing = [{ key: 'default/x', milliseconds: 9 }];
    expect(inProcess({ controllers: [{ controller: 'web', processing }] })).toEqual([
      { controller: 'web', object: 'default/x', milliseconds: 9 },
    ]);
  });

  it('can be anything', () => {
    expect(new Reconciles().ended({ controllers: [1, { objects: [{}] }, { objects: 3 }] })).toEqual([]);
    expect(inProcess({ controllers: 'x' })).toEqual([]);
  });
});

describe('a loop of writes', () => {
  it('is reported once', () => {
    const loops = new WriteLoops();
    const found = Array.from({ length: 60 }, (_, index) => loops.add('web x', index * 100)).filter(Boolean);
    expect(found).toEqual([{ object: 'web x', writes: 20, seconds: 2 }]);
  });

  it('needs one object, and little time', () => {
    const loops = new WriteLoops();
    for (let index = 0; index < 100; index += 1) {
      expect(loops.add(`web ${index}`, index)).toBeUndefined();
      expect(loops.add('slow', index * 1_000)).toBeUndefined();
    }
  });

  it('has the fields that change', () => {
    const before = { metadata: { resourceVersion: '1', name: 'x' }, status: { at: 1, list: [{ a: 1 }, { b: 1 }] } };
    const after = { metadata: { resourceVersion: '2', name: 'x' }, status: { at: 2, list: [{ a: 1 }, { b: 2 }] } };
    expect(changedFields(before, after)).toEqual(['status.at', 'status.list[1].b']);
    expect(changedFields(before, before)).toEqual([]);
    expect(changedFields(undefined, { a: 1 })).toEqual(['']);
  });
});
