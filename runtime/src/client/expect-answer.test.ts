import { beforeEach, describe, expect, it } from 'vitest';
import { startLoopbackServer, type LoopbackServer } from '../../../test/support/loopback-server.js';
import type { KubernetesObject } from '../api/object.js';
import { defineResource, type KindHandle } from '../api/resource.js';
import { scraperAccess } from '../metrics/scraper-access.js';
import { isNotFound, isUnexpectedServerError } from './error-reasons.js';
import type { Client } from './client.js';
import { fixedCredential } from '../transport/cluster-config.js';
import { createClient } from './create-client.js';
import { parseList, parseObject } from './expect-answer.js';
import { metadataOnly } from './metadata-only.js';
import { isNoMatchError, NoMatchError } from './no-match-error.js';
import { UnexpectedAnswerError } from '../transport/unexpected-answer.js';
import type { WriteOutcome } from './write-observer.js';

interface Widget {
  apiVersion?: string;
  kind?: string;
  metadata?: { name?: string; namespace?: string; generateName?: string };
}
const info = { group: 'example.com', version: 'v1', kind: 'Widget', plural: 'widgets', scope: 'Namespaced' } as const;
const Widget = defineResource<Widget>(info);
const ConfigMap = defineResource<Widget>({ ...info, group: '', kind: 'ConfigMap', plural: 'configmaps' });
const NodeMetrics = defineResource<Widget>({ ...info, group: 'metrics.k8s.io', kind: 'NodeMetrics', plural: 'nodes' });

let server: LoopbackServer;
let client: Client;
let outcomes: WriteOutcome[];
let answers: readonly (readonly [body: string, code?: number, contentType?: string])[];

beforeEach(async () => {
  answers = [];
  outcomes = [];
  server = await startLoopbackServer((_, response) => {
    const [body, code = 200, contentType = 'application/json'] =
      answers[Math.min(server.requests.length, answers.length) - 1]!;
    response.writeHead(code, { 'content-type': contentType }).end(code === 204 ? undefined : body);
  });
  const writes = { begin: () => (outcome: WriteOutcome) => void outcomes.push(outcome) };
  client = createClient({ server: server.url, credentials: fixedCredential({}) }, { fieldManager: 'me', writes });
});

const key = { name: 'w', namespace: 'a' };
const type = { apiVersion: 'example.com/v1', kind: 'Widget' };
const metadata = { ...key, uid: 'u', resourceVersion: '5' };
const widget = { ...type, metadata };
const listType = { apiVersion: 'example.com/v1', kind: 'WidgetList' };
const list = { ...listType, metadata: { resourceVersion: '9' }, items: [widget] };
const json = (value: unknown) => [JSON.stringify(value)] as const;
const failed = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 404, reason: 'NotFound', message: 'gone' };

/** Answers that are not valid for any request. */
const nothing: readonly (readonly [string, (typeof answers)[number]])[] = [
  ['{}', json({})],
  ['[]', json([])],
  ['null', json(null)],
  ['a text', json('ok')],
  ['a failed Status', json(failed)],
  ['a Status that says nothing', json({ kind: 'Status', metadata: {} })],
  ['an HTML page', ['<html><title>Sign in</title></html>', 200, 'text/html']],
  ['a page without its content type', ['<html>Sign in</html>']],
  ['JSON that is cut off', [JSON.stringify(widget).slice(0, -9)]],
  ['nothing', ['', 204]],
  ['an empty body', ['']],
  ['an object of another kind', json({ ...widget, apiVersion: 'v1', kind: 'Secret' })],
  ['a kind of the same name in another group', json({ ...widget, apiVersion: 'other.com/v1' })],
  ['a list of another kind', json({ ...list, apiVersion: 'v1', kind: 'PodList', items: [] })],
];

describe('an answer that says 200 and is not the answer is an error with a name, never "nothing is there"', () => {
  const expectRefused = async (promise: Promise<unknown>): Promise<void> => {
    const error = await promise.then(
      (value) => expect.fail(`it was taken for ${JSON.stringify(value)}`),
      (each: unknown) => each,
    );
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(isUnexpectedServerError(error)).toBe(true);
    expect(isNotFound(error)).toBe(false);
  };

  it.each([
    ...nothing,
    ['the object itself', json(widget)],
    ['no items', json({ ...listType, metadata: list.metadata })],
    ['items that are an object', json({ ...list, items: {} })],
    ['items that are null, of nobody knows what', json({ metadata: list.metadata, items: null })],
    ['no version', json({ ...list, metadata: {} })],
    ['an empty version', json({ ...list, metadata: { resourceVersion: '' }, items: [] })],
    ['a version that is a number', json({ ...list, metadata: { resourceVersion: 9 } })],
    ['an empty list of nobody knows what', json({ metadata: list.metadata, items: [] })],
    ['an empty list without an apiVersion', json({ ...list, apiVersion: undefined, items: [] })],
    ['an empty list without a kind', json({ ...list, kind: undefined, items: [] })],
    ['an item without metadata', json({ ...list, items: [widget, { ...type }] })],
    ['an item without a name', json({ ...list, items: [{ metadata: { ...metadata, name: '' } }] })],
    [
      'an item without a version',
      json({ ...list, items: [{ metadata: { ...metadata, resourceVersion: undefined } }] }),
    ],
    ['an item that is null', json({ ...list, items: [null] })],
    ['an item of another kind', json({ ...list, items: [widget, { ...widget, kind: 'Gadget' }] })],
    [
      'an item of another namespace',
      json({ ...list, items: [{ ...widget, metadata: { ...metadata, namespace: 'b' } }] }),
    ],
    ['the same item twice', json({ ...list, items: [widget, widget] })],
    ['items that are missing', json({ ...list, metadata: { ...list.metadata, remainingItemCount: 3 } })],
    [
      'items that are missing, with an empty place',
      json({ ...list, metadata: { ...list.metadata, continue: '', remainingItemCount: 1 } }),
    ],
    ['a part', [JSON.stringify(list), 206]],
    ['a list that is accepted', [JSON.stringify(list), 202]],
    ['a list that is not authoritative', [JSON.stringify(list), 203]],
    ['an empty list of another kind of the group', json({ ...list, kind: 'GadgetList', items: [] })],
  ] as typeof nothing)('to a list: %s', async (_, answer) => {
    answers = [answer];
    await expectRefused(client.list(Widget, { namespace: 'a' }));
  });

  const objects: typeof nothing = [
    ...nothing,
    ['a part', [JSON.stringify(widget), 206]],
    ['an object without metadata', json(type)],
    ['another object', json({ ...widget, metadata: { ...metadata, name: 'other' } })],
    ['the object of another namespace', json({ ...widget, metadata: { ...metadata, namespace: 'b' } })],
    ['an object without a version', json({ ...widget, metadata: { ...metadata, resourceVersion: '' } })],
    ['a list', json(list)],
  ];
  it.each(objects)('to get: %s', async (_, answer) => {
    answers = [answer];
    await expectRefused(client.get(Widget, key));
    await expectRefused(client.getOrNull(Widget, key));
  });

  it.each(objects.filter(([, [, code]]) => code !== 206))(
    'to a write, and nobody knows what became of it: %s',
    async (_, answer) => {
      answers = [answer];
      const writes = [
        () => client.create(Widget, { metadata: key }),
        () => client.update(Widget, widget),
        () => client.patch(Widget, key, { spec: {} } as object),
        () => client.apply(Widget, { metadata: key }),
        () => client.status.update(Widget, widget),
        () => client.delete(Widget, key),
      ];
      for (const each of writes) await expectRefused(each());
      expect(outcomes).toEqual(writes.map(() => ({ type: 'unknown' })));
    },
  );

  it.each([
    ...nothing.slice(0, -3),
    ['a TokenReview', json({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', metadata: {} })],
  ] as typeof nothing)('to a review of who scrapes the metrics: %s', async (_, answer) => {
    answers = [answer];
    await expectRefused(scraperAccess(client)('Bearer t', '/metrics'));
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', metadata: {} };
    answers = [answer, json({ ...review, status: { authenticated: true, user: { username: 'u' } } }), answer];
    await expectRefused(scraperAccess(client)('Bearer u', '/metrics'));
  });

  it.each([
    ...nothing,
    ['groups of another sort', json({ groups: [null] })],
    ['items of another sort', json({ items: [{ versions: [7] }, null] })],
  ] as typeof nothing)('to discovery: %s', async (_, answer) => {
    answers = [answer];
    await expectRefused(client.restMapper.resourceFor({ group: 'example.com', kind: 'Widget' }));
  });

  it.each(nothing)('to discovery of one group, which says so, and hides no other: %s', async (_, answer) => {
    const groups = ['example.com', 'other.com'].map((name) => ({ name, versions: [{ version: 'v1' }] }));
    const resources = [{ name: 'widgets', kind: 'Widget', namespaced: true }];
    const other = await startLoopbackServer(({ path }, response) => {
      const [body, code = 200] =
        path === '/apis' ? json({ groups }) : path.includes('other') ? json({ resources }) : answer;
      response.writeHead(code).end(code === 204 ? undefined : body);
    });
    const { restMapper } = createClient({ server: other.url, credentials: fixedCredential({}) });
    expect(await restMapper.resourceFor({ group: 'other.com', kind: 'Widget' })).toMatchObject({ plural: 'widgets' });
    const missing = restMapper.resourceFor({ group: 'example.com', kind: 'Widget' });
    if (answer[0].includes('"items":[]')) await expect(missing).rejects.toThrow(UnexpectedAnswerError);
    else await expectRefused(missing);
    await expect(restMapper.resourceFor({ group: 'third.com', kind: 'Widget' })).rejects.toThrow(NoMatchError);
  });
});

describe('a 404 that is not a Status with the reason NotFound', () => {
  it.each([
    ["a load balancer's page", ['<html>default backend - 404</html>', 404, 'text/html']],
    ['an empty body', ['', 404]],
    ['an empty object', ['{}', 404]],
    ['a text', ['no such route', 404, 'text/plain']],
    ['the text of a path that is not served', ['404 page not found', 404, 'text/plain']],
  ] as typeof nothing)('says nothing about the object, nor about a write: %s', async (_, answer) => {
    answers = [answer];
    for (const request of [client.getOrNull(Widget, key), client.update(Widget, widget), client.delete(Widget, key)]) {
      const error = await request.catch((each: unknown) => each);
      expect(error).toBeInstanceOf(Error);
      expect([isNotFound(error), isNoMatchError(error)]).toEqual([false, false]);
    }
    expect(outcomes).toEqual([{ type: 'unknown' }, { type: 'unknown' }]);
  });

  it('is absence where it is one', async () => {
    answers = [[JSON.stringify(failed), 404]];
    expect(await client.getOrNull(Widget, key)).toBeNull();
    await expect(client.update(Widget, widget)).rejects.toThrow('gone');
    expect(outcomes).toEqual([{ type: 'nothing' }]);
  });
});

describe('the pages of a list', () => {
  const page = (name: string, resourceVersion: string, next?: string) =>
    json({ ...listType, metadata: { resourceVersion, continue: next }, items: [{ metadata: { ...metadata, name } }] });
  const names = async () => (await client.list(Widget, { namespace: 'a' })).items.map(({ metadata: { name } }) => name);

  it.each([
    ['a page of another version', [page('a', '1', 'x'), page('b', '2')]],
    ['an item that was on a page before', [page('a', '1', 'x'), page('b', '1', 'y'), page('a', '1')]],
    ['the same page for ever', [page('a', '1', 'x'), page('b', '1', 'x')]],
  ])('that are not of one list are asked for in one piece: %s', async (_, pages) => {
    answers = [...pages, page('whole', '3')];
    expect(await names()).toEqual(['whole']);
    expect(server.requests.at(-1)?.query).toEqual({});
  });

  it('come to an end, or are an error', async () => {
    answers = [page('a', '1', 'x')];
    await expect(names()).rejects.toThrow('list widgets.example.com in a: the list has a/a twice');
    const empty = await startLoopbackServer((_, response) => {
      const next = String(empty.requests.length);
      response.end(JSON.stringify({ ...listType, metadata: { resourceVersion: '1', continue: next }, items: [] }));
    });
    const asked = createClient({ server: empty.url, credentials: fixedCredential({}) }).list(Widget, {
      namespace: 'a',
    });
    await expect(asked).rejects.toThrow('the pages do not end');
    expect(empty.requests.length).toBeLessThan(300);
  });
});

describe('an answer is taken as it is meant', () => {
  const listed = (kind: KindHandle, value: unknown) => {
    answers = [json(value)];
    return client.list<KubernetesObject>(kind, { namespace: 'a' });
  };

  it('where a list of Go is null', async () => {
    expect((await listed(Widget, { ...list, items: null })).items).toEqual([]);
  });

  it('where the items alone say what they are', async () => {
    expect((await listed(Widget, { metadata: list.metadata, items: [widget] })).items).toEqual([widget]);
  });

  it('where the list has a name of its own', async () => {
    expect((await listed(Widget, { ...list, kind: 'WidgetCollection' })).items).toHaveLength(1);
    const Named = defineResource<Widget>({ ...info, listKind: 'WidgetCollection' });
    expect((await listed(Named, { ...list, kind: 'WidgetCollection', items: [] })).items).toEqual([]);
  });

  it('where the objects are not stored', async () => {
    const says = { kind: 'NodeMetricsList', apiVersion: 'metrics.k8s.io/v1', metadata: {} };
    expect((await listed(NodeMetrics, { ...says, items: [] })).items).toEqual([]);
    expect((await listed(NodeMetrics, { ...says, items: [{ metadata: { name: 'n' } }] })).items).toHaveLength(1);
    expect((await listed(Widget, { ...list, metadata: {}, items: [{ metadata: key }] })).items).toHaveLength(1);
    await expect(
      listed(ConfigMap, { apiVersion: 'v1', kind: 'ConfigMapList', metadata: {}, items: [{ metadata: key }] }),
    ).rejects.toThrow(UnexpectedAnswerError);
  });

  it('where the metadata alone were asked for, and where the server does not know that', async () => {
    const says = {
      kind: 'PartialObjectMetadataList',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion: '1' },
    };
    const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
    expect((await listed(metadataOnly(Widget), { ...says, items: [partial] })).items).toMatchObject([widget]);
    expect((await listed(metadataOnly(Widget), list)).items).toMatchObject([widget]);
    await expect(listed(Widget, { ...says, items: [partial] })).rejects.toThrow(UnexpectedAnswerError);
  });

  it('where the server gives the name, and where nothing is stored', async () => {
    answers = [json(widget), json({ ...type, metadata: { ...metadata, resourceVersion: undefined } })];
    expect(await client.create(Widget, { metadata: { namespace: 'a', generateName: 'w-' } })).toEqual(widget);
    const tried = await client.create(Widget, { metadata: key }, { dryRun: true });
    expect(tried).toEqual({ ...type, metadata: { ...key, uid: 'u' } });
  });

  it('where a deletion is a word, or the object that goes later', async () => {
    answers = [
      json({ kind: 'Status', status: 'Success' }),
      json(widget),
      json({ kind: 'Status', status: 'Success' }),
      json(list),
    ];
    await client.delete(Widget, key);
    await client.delete(Widget, key);
    await client.deleteAllOf(Widget, { namespace: 'a' });
    await client.deleteAllOf(Widget, { namespace: 'a' });
    // Once each: an answer that is not understood is no reason to ask again.
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /apis/example.com/v1/namespaces/a/widgets/w',
      'DELETE /apis/example.com/v1/namespaces/a/widgets/w',
      'DELETE /apis/example.com/v1/namespaces/a/widgets',
      'DELETE /apis/example.com/v1/namespaces/a/widgets',
    ]);
  });
});

it('an answer of the kind whose class a bundler has renamed has the remedy', () => {
  const renamed = { ...info, kind: 'Widget2' };
  const read = () => parseObject(JSON.stringify(widget), { info: renamed, label: 'get' });
  const listed = () => parseList(JSON.stringify(list), { info: renamed, label: 'list' });
  for (const each of [read, listed]) expect(each).toThrow('a bundler has renamed the class Widget;');
  const other = () => parseObject(JSON.stringify(widget), { info: { ...info, kind: 'Widgets' }, label: 'get' });
  expect(other).not.toThrow('bundler');
});
