import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  sendJson,
  sendStatus,
  startLoopbackServer,
  type LoopbackServer,
  type ReceivedRequest,
} from '../../../test/support/loopback-server.js';
import { fixedCredential } from '../transport/cluster-config.js';
import { isNotFound, isServiceUnavailable } from './error-reasons.js';
import { isNoMatchError, NoMatchError } from './no-match-error.js';
import { createRestMapper, type RestMapper } from './rest-mapper.js';
import { createTransport } from '../transport/create-transport.js';

const aggregated = (versions: readonly string[]) => ({
  kind: 'APIGroupDiscoveryList',
  apiVersion: 'apidiscovery.k8s.io/v2',
  items: [
    { metadata: { name: 'broken.example.com' }, versions: [{ version: 'v1', freshness: 'Stale' }] },
    {
      metadata: { name: 'example.com' },
      versions: versions.map((version) => ({
        version,
        resources: [
          { resource: 'foos', responseKind: { group: 'other', version: 'v9', kind: 'Foo' }, scope: 'Namespaced' },
          { resource: 'worlds', responseKind: { group: '', version: '', kind: 'World' }, scope: 'Cluster' },
          { resource: 'parts-only', scope: 'Namespaced', subresources: [] },
        ],
      })),
    },
  ],
});

const foo = { group: 'example.com', version: 'v2', kind: 'Foo', plural: 'foos', scope: 'Namespaced' };

let server: LoopbackServer;
let mapper: RestMapper;
let answer: (request: ReceivedRequest, response: ServerResponse) => void;
const asked = (): string[] => server.requests.map(({ path }) => path);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  answer = (_, response) => sendJson(response, aggregated(['v2', 'v1']));
  server = await startLoopbackServer((request, response) => answer(request, response));
  mapper = createRestMapper(createTransport({ server: server.url, credentials: fixedCredential({}) }));
});
afterEach(() => {
  vi.useRealTimers();
});

describe('what is served', () => {
  it('is requested once for all callers', async () => {
    const all = await Promise.all([
      mapper.resourceFor({ group: 'example.com', kind: 'Foo' }),
      mapper.resourceFor({ group: 'example.com', kind: 'Foo', version: 'v1' }),
      mapper.kindFor({ group: 'example.com', resource: 'worlds' }),
    ]);
    expect(all).toEqual([
      foo,
      { ...foo, version: 'v1' },
      { group: 'example.com', version: 'v2', kind: 'World', plural: 'worlds', scope: 'Cluster' },
    ]);
    expect(asked()).toEqual(['/apis']);
    expect(server.requests[0]?.headers.accept).toMatch(
      /^application\/json;g=apidiscovery\.k8s\.io;v=v2;as=APIGroupDiscoveryList,.*,application\/json$/,
    );
  });

  it('is asked for again because of something new, but not at once for the same that is missing', async () => {
    await mapper.resourceFor({ group: 'example.com', kind: 'Foo' });
    const missing = () => mapper.resourceFor({ group: 'example.com', version: 'v3', kind: 'Foo' });
    const other = () => mapper.resourceFor({ group: 'example.com', kind: 'Bar' });
    await expect(missing()).rejects.toThrow(NoMatchError);
    expect(asked()).toHaveLength(2);
    await expect(missing()).rejects.toThrow(
      'no matches for kind "Foo" in version "example.com/v3": it is served in example.com/v2, example.com/v1',
    );
    expect(asked()).toHaveLength(2);
    await expect(other()).rejects.toThrow(
      'no matches for kind "Bar" in group "example.com": the API server serves none; its CustomResourceDefinition may not be installed',
    );
    expect(asked()).toHaveLength(3);
    answer = (_, response) => sendJson(response, aggregated(['v3', 'v2']));
    vi.advanceTimersByTime(2999);
    await expect(missing()).rejects.toThrow(NoMatchError);
    vi.advanceTimersByTime(1);
    await expect(missing()).resolves.toEqual({ ...foo, version: 'v3' });
    expect(asked()).toHaveLength(4);
    await mapper.resourceFor({ group: 'example.com', version: 'v2', kind: 'Foo' });
    expect(asked()).toHaveLength(4);
  });

  it('is asked for again after an answer that failed', async () => {
    answer = (_, response) => sendStatus(response, 500, 'InternalError', { message: 'no etcd' });
    const ask = () => mapper.resourceFor({ group: 'example.com', kind: 'Foo' });
    await expect(ask()).rejects.toThrow('discover /apis: no etcd');
    answer = (_, response) => sendJson(response, aggregated(['v2']));
    await expect(ask()).resolves.toEqual(foo);
  });
});

describe('a group whose server is down', () => {
  const group = 'metrics.example.com';
  const versionOf = (version: string, parts: object) => ({ version, freshness: 'Current', ...parts });
  const resources = [{ resource: 'nodes', responseKind: { group: '', version: '', kind: 'Node' }, scope: 'Cluster' }];
  const serve = (versions: readonly object[] | undefined): void => {
    const items = [{ metadata: { name: group }, ...(versions && { versions }) }];
    answer = (_, response) => sendJson(response, { ...aggregated([]), items });
  };
  const stale = { freshness: 'Stale' };

  it.each([
    ['is stale', [versionOf('v1', stale)], 'v1'],
    ['is stale, as are all of its versions', [versionOf('v1', stale), versionOf('v1beta1', stale)], undefined],
    ['has a stale version besides one without the kind', [versionOf('v2', {}), versionOf('v1', stale)], undefined],
    ['is stale, with the resources known before', [versionOf('v1', { ...stale, resources })], 'v1'],
    ['has no version', [], 'v1'],
    ['has no version, for any version', [], undefined],
    ['has no list of versions', undefined, undefined],
  ])('%s, and is not reported as absent', async (_, versions, version) => {
    serve(versions);
    for (const asking of [
      mapper.resourceFor({ group, version, kind: 'Pod' }),
      mapper.kindFor({ group, version, resource: 'pods' }),
    ]) {
      const error = await asking.catch((thrown: unknown) => thrown);
      expect([isNoMatchError(error), isNotFound(error), isServiceUnavailable(error)]).toEqual([false, false, true]);
      expect((error as Error).message).toContain(`the API server cannot reach the server of`);
    }
  });

  it('still maps the kinds that were known before, and those of its other versions', async () => {
    serve([versionOf('v2', { resources }), versionOf('v1', { ...stale, resources })]);
    expect((await mapper.resourceFor({ group, kind: 'Node' })).version).toBe('v2');
    expect((await mapper.resourceFor({ group, version: 'v1', kind: 'Node' })).plural).toBe('nodes');
    await expect(mapper.resourceFor({ group, version: 'v2', kind: 'Pod' })).rejects.toThrow(NoMatchError);
  });
});

describe('an older server', () => {
  beforeEach(() => {
    const plain: Record<string, unknown> = {
      '/api': { kind: 'APIVersions', versions: ['v1'] },
      '/api/v1': {
        resources: [
          { name: 'pods', kind: 'Pod', namespaced: true },
          { name: 'pods/binding', kind: 'Binding', namespaced: true },
        ],
      },
      '/apis': {
        kind: 'APIGroupList',
        groups: [
          {
            name: 'example.com',
            versions: [{ version: 'v3alpha1' }, { version: 'v2' }],
            preferredVersion: { version: 'v2' },
          },
          { name: 'empty.example.com', versions: [] },
          { name: 'down.example.com', versions: [{ version: 'v1' }], preferredVersion: { version: 'v1' } },
          { name: 'gone.example.com', versions: [{ version: 'v1' }], preferredVersion: { version: 'v1' } },
        ],
      },
      '/apis/example.com/v2': { resources: [{ name: 'foos', kind: 'Foo', namespaced: true }] },
      '/apis/example.com/v3alpha1': { resources: [{ name: 'foos', kind: 'Foo', namespaced: true }] },
    };
    answer = ({ path }, response) => {
      if (path in plain) sendJson(response, plain[path]);
      else if (path.includes('down')) sendStatus(response, 500, 'ServiceUnavailable');
      else sendStatus(response, 404, 'NotFound');
    };
  });

  it('is asked group by group, and one that is down does not hide the others', async () => {
    expect(await mapper.resourceFor({ group: 'example.com', kind: 'Foo' })).toEqual(foo);
    expect((await mapper.kindFor({ group: 'example.com', version: 'v3alpha1', resource: 'foos' })).version).toBe(
      'v3alpha1',
    );
    expect(asked()).toHaveLength(5);
    for (const group of ['down.example.com', 'empty.example.com'])
      await expect(mapper.resourceFor({ group, kind: 'Foo' })).rejects.toSatisfy(isServiceUnavailable);
    await expect(mapper.resourceFor({ group: 'gone.example.com', kind: 'Foo' })).rejects.toThrow(NoMatchError);
    const pods = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' };
    expect(await mapper.resourceFor({ version: 'v1', kind: 'Pod' })).toEqual(pods);
    await expect(mapper.resourceFor({ kind: 'Binding' })).rejects.toThrow(
      'no matches for kind "Binding" in the core group',
    );
  });
});
