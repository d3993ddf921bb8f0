import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { silentLogger } from '../../../test/support/logs.js';
import { sendStatus, sendJson, startLoopbackServer } from '../../../test/support/loopback-server.js';
import type { ResourceInfo } from '../api/resource.js';
import { fixedCredential } from '../transport/cluster-config.js';
import { createTransport } from '../transport/create-transport.js';
import { Informer, type InformerOptions } from './informer.js';

const info: ResourceInfo = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' };

/** Object whose content says its version, too. */
function pod(name: string, resourceVersion: string, uid = `uid-${name}`) {
  const metadata = { name, namespace: 'a', uid, resourceVersion };
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec: { node: resourceVersion } };
}

type Line = readonly [type: string, object: object];
const bookmark = (resourceVersion: string): Line => [
  'BOOKMARK',
  { apiVersion: 'v1', kind: 'Pod', metadata: { resourceVersion } },
];

/**
 * Starts an informer whose watch shows these lines after an empty list of version 1.
 * @param relisted items of the lists after the first
 */
async function watched(lines: readonly Line[], options: Partial<InformerOptions> = {}, relisted: object[] = []) {
  let lists = 0;
  const watches: ServerResponse[] = [];
  const { url } = await startLoopbackServer(({ query }, response) => {
    if (query['sendInitialEvents'] !== undefined) return sendStatus(response, 422, 'Invalid');
    if (query['watch'] === 'true') {
      response.writeHead(200).flushHeaders();
      if (watches.push(response) > 1) return undefined;
      for (const [type, object] of lines) response.write(`${JSON.stringify({ type, object })}\n`);
      return undefined;
    }
    lists += 1;
    const isFirst = lists === 1;
    const metadata = { resourceVersion: isFirst ? '1' : '50' };
    return sendJson(response, { apiVersion: 'v1', kind: 'PodList', metadata, items: isFirst ? [] : relisted });
  });
  const transport = createTransport({ server: url, credentials: fixedCredential({}) });
  const timing = { firstWait: 5, longestWait: 20 };
  const informer = new Informer({ transport, info, log: silentLogger, timing, ...options });
  const seen: string[] = [];
  informer.handle(({ type, object }) => {
    seen.push(`${type} ${object.metadata.name} ${object.metadata.resourceVersion}`);
  });
  const stop = new AbortController();
  const running = informer.run(stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await running;
    transport.close();
  });
  const versions = () =>
    Object.fromEntries([...informer.list()].map(({ metadata }) => [metadata.name, metadata.resourceVersion]));
  return { informer, seen, versions, lists: () => lists };
}

/** Last event: once it is there, all others have been read. */
const last: Line = ['ADDED', pod('last', '99')];

describe('an event that is older than what the watch has shown', () => {
  it.each<[string, Line[]]>([
    ['an earlier state', [['MODIFIED', pod('p', '8')]]],
    ['the same state', [['ADDED', pod('p', '10')]]],
    ['a longer and a shorter number', [['MODIFIED', pod('p', '9')]]],
    ['the deletion of an object that was created again', [['DELETED', pod('p', '5', 'earlier')]]],
  ])('costs no list, and is ignored: %s', async (_, stale) => {
    const shown: Line[] = [['ADDED', pod('p', '10')], ['ADDED', pod('q', '12')], ...stale, last];
    const run = await watched(shown);
    await eventually(() => expect(run.seen).toContain('add last 99'));
    expect(run.seen).toEqual(['add p 10', 'add q 12', 'add last 99']);
    expect(run.versions()).toEqual({ p: '10', q: '12', last: '99' });
    expect(run.lists()).toBe(1);
  });

  it.each<[string, Line]>([
    ['of an object that is gone', ['MODIFIED', pod('gone', '5')]],
    ['of an earlier object of the same name', ['ADDED', pod('p', '5', 'earlier')]],
    ['that says what was reported', bookmark('5')],
    ['of the deletion of an object that was changed since', ['DELETED', pod('p', '7')]],
  ])('is not believed, and everything is listed: one %s', async (_, stale) => {
    const run = await watched([['ADDED', pod('p', '10')], stale], {}, [pod('p', '10')]);
    await eventually(() => expect(run.lists()).toBe(2));
    expect(run.seen).toEqual(['add p 10']);
    expect(run.versions()).toEqual({ p: '10' });
  });

  it('does not hide an object that no longer was selected, and is again', async () => {
    const shown: Line[] = [
      ['ADDED', pod('p', '5')],
      ['DELETED', pod('p', '7')],
      ['ADDED', pod('p', '9')],
      ['DELETED', pod('p', '7')],
      last,
    ];
    const run = await watched(shown, { labelSelector: 'app=shop' });
    await eventually(() => expect(run.seen).toContain('add last 99'));
    expect(run.seen).toEqual(['add p 5', 'delete p 5', 'add p 9', 'add last 99']);
  });

  it('is compared however many digits it has', async () => {
    const large = '340282366920938463463374607431768211456';
    const run = await watched([
      ['ADDED', pod('p', large)],
      ['MODIFIED', pod('p', '99999999999999999999999999999999999999')],
      ['ADDED', pod('q', `${large}0`)],
    ]);
    await eventually(() => expect(run.seen).toContain(`add q ${large}0`));
    expect(run.versions()['p']).toBe(large);
  });
});

describe('a server whose versions are not comparable', () => {
  it.each([
    ['text', 'b', 'a'],
    ['leading zeros', '020', '010'],
  ])('is believed, and the next list repairs it: %s', async (_, newer, older) => {
    const shown: Line[] = [
      ['ADDED', pod('p', newer)],
      ['MODIFIED', pod('p', older)],
      ['ERROR', { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' }],
    ];
    const run = await watched(shown, {}, [pod('p', newer)]);
    await eventually(() => expect(run.lists()).toBe(2));
    await eventually(() => expect(run.seen).toEqual([`add p ${newer}`, `update p ${older}`, `update p ${newer}`]));
  });

  it('is believed about our own write, also where the watch shows it with an earlier number', async () => {
    const run = await watched([['ADDED', pod('p', '20')], ['MODIFIED', pod('p', '10')], last]);
    await run.informer.synced;
    const written = run.informer.writing({ info, key: { name: 'p', namespace: 'a' } });
    await eventually(() => expect(run.seen).toContain('add last 99'));
    written({ type: 'stored', object: pod('p', '10'), copy: () => pod('p', '10') });
    expect(run.informer.get({ name: 'p', namespace: 'a' })?.metadata.resourceVersion).toBe('10');
    expect(run.versions()).toEqual({ p: '10', last: '99' });
  });

  it('that counts for each object alone loses no object that is created again', async () => {
    const shown: Line[] = [
      ['ADDED', pod('p', '20')],
      ['DELETED', pod('p', '21')],
      ['ADDED', pod('p', '1', 'again')],
    ];
    const run = await watched(shown, {}, [pod('p', '1', 'again')]);
    await eventually(() => expect(run.versions()).toEqual({ p: '1' }));
  });
});
