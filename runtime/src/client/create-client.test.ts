import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  sendJson,
  sendStatus,
  startLoopbackServer,
  type LoopbackServer,
  type ReceivedRequest,
} from '../../../test/support/loopback-server.js';
import { defineResource } from '../api/resource.js';
import { InexactNumberError } from '../json/parse-json.js';
import { isNotFound } from './error-reasons.js';
import type { Client } from './client.js';
import { fixedCredential } from '../transport/cluster-config.js';
import { createClient } from './create-client.js';

interface Widget {
  apiVersion?: string;
  kind?: string;
  metadata?: { name?: string; namespace?: string; labels?: Record<string, string> };
  spec?: { size?: number };
}

const info = { group: 'example.com', version: 'v1', kind: 'Widget', plural: 'widgets', scope: 'Namespaced' } as const;
const Widget = defineResource<Widget>(info);
const Cluster = defineResource<Widget>({ ...info, kind: 'Planet', plural: 'planets', scope: 'Cluster' });

let server: LoopbackServer;
let client: Client;
let answer: (request: ReceivedRequest, response: ServerResponse) => void;

const last = (): ReceivedRequest & { json: unknown } => {
  const request = server.requests.at(-1)!;
  return { ...request, json: request.body === '' ? undefined : JSON.parse(request.body) };
};

beforeEach(async () => {
  answer = (_, response) => sendJson(response, { metadata: { name: 'w', namespace: 'a' } });
  server = await startLoopbackServer((request, response) => answer(request, response));
  client = createClient({ server: server.url, credentials: fixedCredential({}) }, { fieldManager: 'me' });
});

const path = '/apis/example.com/v1/namespaces/a/widgets';
const key = { namespace: 'a', name: 'w' };
const widget = { metadata: { ...key } };
const full = { apiVersion: 'example.com/v1', kind: 'Widget', ...widget };

describe('a write', () => {
  it('creates, with what the kind says of itself', async () => {
    await client.create(Widget, { metadata: { namespace: 'a' } }, { dryRun: true, fieldValidation: 'Strict' });
    expect(last()).toMatchObject({
      method: 'POST',
      path,
      query: { fieldManager: 'me', dryRun: 'All', fieldValidation: 'Strict' },
    });
    expect(last().json).toEqual({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { namespace: 'a' } });
  });

  it('updates the object or its status', async () => {
    await client.update(Widget, widget, { fieldManager: 'you' });
    expect(last()).toMatchObject({ method: 'PUT', path: `${path}/w`, query: { fieldManager: 'you' }, json: full });
    await client.status.update(Widget, widget);
    expect(last()).toMatchObject({ method: 'PUT', path: `${path}/w/status`, json: full });
  });

  it.each([
    [undefined, 'application/merge-patch+json'],
    ['merge', 'application/merge-patch+json'],
    ['json', 'application/json-patch+json'],
    ['strategic', 'application/strategic-merge-patch+json'],
  ] as const)('patches: %s', async (type, contentType) => {
    await client.patch(Widget, key, { spec: { size: 1 } }, { type });
    expect(last()).toMatchObject({ method: 'PATCH', path: `${path}/w`, json: { spec: { size: 1 } } });
    expect(last().headers['content-type']).toBe(contentType);
    await client.status.patch(Widget, full, [], { type: 'json' });
    expect(last()).toMatchObject({ path: `${path}/w/status`, body: '[]' });
  });

  it('applies, without the record of who manages what', async () => {
    const read = { ...widget, metadata: { ...widget.metadata, resourceVersion: '5', managedFields: [{}] } };
    await client.apply(Widget, read, { force: true });
    expect(last()).toMatchObject({ method: 'PATCH', path: `${path}/w`, query: { fieldManager: 'me', force: 'true' } });
    expect(last().headers['content-type']).toBe('application/apply-patch+yaml');
    expect(last().json).toEqual({ ...full, metadata: { ...key, resourceVersion: '5' } });
    const nameless = createClient({ server: server.url, credentials: fixedCredential({}) });
    await expect(nameless.apply(Widget, widget)).rejects.toThrow(
      'apply widgets.example.com a/w: server-side apply needs a fieldManager',
    );
  });

  it('deletes one, or all that are selected', async () => {
    await client.delete(Widget, key, {
      propagationPolicy: 'Foreground',
      gracePeriodSeconds: 0,
      preconditions: { uid: 'u' },
    });
    expect(last()).toMatchObject({ method: 'DELETE', path: `${path}/w` });
    expect(last().json).toMatchObject({
      propagationPolicy: 'Foreground',
      gracePeriodSeconds: 0,
      preconditions: { uid: 'u' },
    });
    answer = (_, response) => sendJson(response, { kind: 'Status', status: 'Success' });
    await client.deleteAllOf(Widget, { namespace: 'a', labelSelector: { app: 'web' }, dryRun: true });
    expect(last()).toMatchObject({
      method: 'DELETE',
      path,
      query: { labelSelector: 'app=web' },
      json: { dryRun: ['All'] },
    });
  });

  it('takes another kind for a part of an object', async () => {
    const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { ...key }, spec: { replicas: 3 } };
    answer = (_, response) => sendJson(response, scale);
    await client.subresource('scale').get(Widget, key);
    expect(last()).toMatchObject({ method: 'GET', path: `${path}/w/scale` });
    await client.subresource('scale').update(Widget, scale);
    expect(last()).toMatchObject({ method: 'PUT', path: `${path}/w/scale`, json: scale });
    answer = (_, response) => sendJson(response, { kind: 'Status', status: 'Success' }, 201);
    await client.subresource('eviction').create(Widget, key, {});
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction' };
    expect(last()).toMatchObject({ method: 'POST', path: `${path}/w/eviction`, json: eviction });
  });

  it('of an object with a number that it would change is refused before it is sent', async () => {
    answer = (_, response) =>
      response.end('{"metadata":{"name":"w","namespace":"a"},"spec":{"size":9007199254740993}}');
    const read = await client.get(Widget, key);
    for (const write of [client.update, client.apply, client.status.update]) {
      await expect(write(Widget, read)).rejects.toThrow(InexactNumberError);
    }
    await expect(client.update(Widget, read)).rejects.toMatchObject({ code: 'ERR_INEXACT_NUMBER' });
    expect(server.requests).toHaveLength(1);
    await client.patch(Widget, read, { metadata: { labels: { a: 'b' } } });
    expect(server.requests).toHaveLength(2);
  });
});

describe('without a namespace', () => {
  it('nothing of a namespaced kind is written or addressed', async () => {
    const nowhere = { metadata: { name: 'w' } };
    const tries = [
      client.create(Widget, nowhere),
      client.update(Widget, nowhere),
      client.apply(Widget, nowhere),
      client.patch(Widget, nowhere, {}),
      client.delete(Widget, { name: 'w' }),
      client.deleteAllOf(Widget),
      client.get(Widget, { name: 'w' }),
      client.status.update(Widget, nowhere),
    ];
    for (const each of tries) await expect(each).rejects.toThrow('Widget is namespaced, and no namespace is given');
    expect(server.requests).toHaveLength(0);
  });

  it('a kind that has none is written and addressed', async () => {
    answer = ({ method }, response) =>
      sendJson(
        response,
        method === 'DELETE'
          ? { kind: 'Status', status: 'Success' }
          : { metadata: { name: 'mars', resourceVersion: '1' } },
      );
    await client.create(Cluster, { metadata: { name: 'mars' } });
    await client.deleteAllOf(Cluster);
    await client.get(Cluster, { name: 'mars', namespace: 'ignored' });
    expect(server.requests.map((each) => each.path)).toEqual([
      '/apis/example.com/v1/planets',
      '/apis/example.com/v1/planets',
      '/apis/example.com/v1/planets/mars',
    ]);
  });
});

describe('a read', () => {
  it('keeps what the type does not name, and so does the update after it', async () => {
    const stored = { ...full, spec: { size: 1, futureField: { deep: [null, { x: 1.5 }] } }, topLevel: 'too' };
    answer = ({ method, body }, response) => sendJson(response, method === 'PUT' ? JSON.parse(body) : stored);
    const read = await client.get(Widget, key);
    read.spec = { ...read.spec, size: 2 };
    const written = await client.update(Widget, read);
    expect(last().json).toEqual({ ...stored, spec: { ...stored.spec, size: 2 } });
    expect(written).toEqual(last().json);
  });

  it('says what was not found, or answers null where that is asked for', async () => {
    answer = (_, response) => sendStatus(response, 404, 'NotFound', { message: 'widgets "w" not found' });
    await expect(client.get(Widget, key)).rejects.toSatisfy(isNotFound);
    await expect(client.get(Widget, key)).rejects.toThrow('get widgets.example.com a/w: widgets "w" not found');
    await expect(client.getOrNull(Widget, key)).resolves.toBeNull();
    answer = (_, response) => sendStatus(response, 403, 'Forbidden');
    await expect(client.getOrNull(Widget, key)).rejects.toMatchObject({ code: 403 });
  });

  it('of a page that wants a login says which request it answered', async () => {
    answer = (_, response) => response.end('<html>Log in</html>');
    await expect(client.get(Widget, key)).rejects.toThrow(
      /^get widgets\.example\.com a\/w: the answer is not JSON: it begins like an HTML page/,
    );
    await expect(client.list(Widget)).rejects.toThrow(/^list widgets\.example\.com: the answer is not JSON/);
  });

  it('lists page by page, and every item says what it is', async () => {
    answer = ({ query }, response) => {
      const page = Number(query['continue'] ?? 1);
      const items = [{ metadata: { name: `w${page}` } }];
      sendJson(response, {
        metadata: { resourceVersion: '9', ...(page < 3 ? { continue: String(page + 1) } : {}) },
        items,
      });
    };
    const list = await client.list(Widget, {
      namespace: 'a',
      labelSelector: { app: 'web', tier: 'x' },
      fieldSelector: 'spec.size=1',
      pageSize: 1,
    });
    const same = { labelSelector: 'app=web,tier=x', fieldSelector: 'spec.size=1', limit: '1' };
    expect(server.requests.map(({ query }) => query)).toEqual([
      same,
      { ...same, continue: '2' },
      { ...same, continue: '3' },
    ]);
    expect(list.resourceVersion).toBe('9');
    expect(list.items).toEqual(
      ['w1', 'w2', 'w3'].map((name) => ({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name } })),
    );
  });

  it('lists everything, page by page, with a limit of zero', async () => {
    answer = ({ query }, response) => {
      const items = [{ metadata: { name: `w${query['continue'] ?? 'first'}` } }];
      const metadata = { resourceVersion: '9', ...(query['continue'] === undefined && { continue: '2' }) };
      sendJson(response, { metadata, items });
    };
    expect((await client.list(Widget, { limit: 0 })).items).toHaveLength(2);
    expect(server.requests.map(({ query }) => query['limit'])).toEqual(['500', '500']);
  });

  it('lists in one piece when the server has forgotten the first pages', async () => {
    answer = ({ query }, response) => {
      if (query['continue'] !== undefined) sendStatus(response, 410, 'Expired');
      else if (query['limit'] === undefined)
        sendJson(response, { metadata: {}, items: [{ metadata: { name: 'all' } }] });
      else sendJson(response, { metadata: { continue: 'x' }, items: [{ metadata: { name: 'old' } }] });
    };
    const { items } = await client.list(Widget, { namespace: 'a' });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['all']);
  });

  it('of a list that is null answers none', async () => {
    const says = { apiVersion: 'example.com/v1', kind: 'PlanetList', metadata: { resourceVersion: '1' } };
    answer = (_, response) => sendJson(response, { ...says, items: null });
    await expect(client.list(Cluster)).resolves.toEqual({ items: [], resourceVersion: '1' });
  });
});
