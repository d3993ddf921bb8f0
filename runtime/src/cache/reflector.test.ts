import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import {
  sendJson,
  sendStatus,
  startLoopbackServer,
  type ReceivedRequest,
} from '../../../test/support/loopback-server.js';
import type { KubernetesObject } from '../api/object.js';
import type { ResourceInfo } from '../api/resource.js';
import { ApiError } from '../transport/api-error.js';
import { fixedCredential } from '../transport/cluster-config.js';
import { createTransport } from '../transport/create-transport.js';
import type { Transport, TransportRequest } from '../transport/transport.js';
import { freeze } from '../json/copy.js';
import type { Shared } from './cache-event.js';
import type { ReflectorSink } from './reflector-sink.js';
import { reflect, type ReflectorOptions, type ReflectorTiming } from './reflector.js';

const info: ResourceInfo = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' };
const quick: Partial<ReflectorTiming> = { firstWait: 5, longestWait: 20, tooShort: 0 };

type Step = (response: ServerResponse, request: ReceivedRequest) => void;

const pod = (name: string, resourceVersion: string) => ({
  metadata: { name, namespace: 'a', uid: `uid-${name}`, resourceVersion },
});
const listType = { apiVersion: 'v1', kind: 'PodList' };
const event = (type: string, object: object): string =>
  `${JSON.stringify({ type, object: type === 'ERROR' ? object : { apiVersion: 'v1', kind: 'Pod', ...object } })}\n`;
const listOf =
  (resourceVersion: string, ...items: object[]): Step =>
  (response) =>
    sendJson(response, { ...listType, metadata: { resourceVersion }, items });
/** Returns a watch that yields these lines and stays open. */
const open =
  (...lines: string[]): Step =>
  (response) => {
    response.writeHead(200).flushHeaders();
    for (const line of lines) response.write(line);
  };
/** Returns a watch that yields these lines and ends normally. */
const ended =
  (...lines: string[]): Step =>
  (response) =>
    response.writeHead(200).end(lines.join(''));
/** Returns a watch that yields these lines and breaks. */
const broken =
  (...lines: string[]): Step =>
  (response) => {
    response.writeHead(200);
    response.write(lines.join(''), () => setTimeout(() => response.socket?.resetAndDestroy(), 20));
  };
const refused =
  (code: number, reason: string, message = reason): Step =>
  (response) =>
    sendStatus(response, code, reason, { message });

/**
 * Starts a reflector against a scripted server; the last list and the last watch are repeated.
 * @param initial answers to watches with initial events; the server does not support them after these
 */
async function start(
  lists: readonly Step[],
  watches: readonly Step[],
  options: Partial<ReflectorOptions<KubernetesObject>> = {},
  onSeen: (line: string) => void = () => undefined,
  initial: readonly Step[] = [],
) {
  let [begun, listed, watched, openNow, openAtOnce] = [0, 0, 0, 0, 0];
  const times: number[] = [];
  const { url, requests } = await startLoopbackServer((request, response) => {
    times.push(performance.now());
    if (request.query['sendInitialEvents'] !== undefined) {
      return (initial[begun++] ?? refused(422, 'Invalid'))(response, request);
    }
    if (request.query['watch'] !== 'true') return lists[Math.min(listed++, lists.length - 1)]!(response, request);
    openNow += 1;
    openAtOnce = Math.max(openAtOnce, openNow);
    response.once('close', () => (openNow -= 1));
    return watches[Math.min(watched++, watches.length - 1)]!(response, request);
  });
  const seen: string[] = [];
  const replaced: object[] = [];
  const errors: string[] = [];
  const stop = new AbortController();
  const transport = createTransport({ server: url, credentials: fixedCredential({}) });
  const see = (line: string): void => {
    seen.push(line);
    onSeen(line);
  };
  const sink: ReflectorSink<KubernetesObject> = {
    prepare: (object) => freeze(object) as Shared<KubernetesObject>,
    knows: () => false,
    contradicts: () => false,
    listing: () => 0,
    caughtUp: () => see('caught up'),
    replace: (items) => {
      replaced.push(items);
      see(`= ${items.map(({ metadata }) => metadata.name).join(' ')}`);
    },
    set: ({ metadata }) => see(`+ ${metadata.name}`),
    delete: ({ metadata }) => see(`- ${metadata.name}`),
    failed: (error) => errors.push((error as Error).message),
    works: () => undefined,
  };
  const running = reflect({ transport, info, sink, timing: quick, ...options }, stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await running;
    transport.close();
  });
  const isOf = ({ query }: ReceivedRequest, watch: boolean): boolean =>
    query['sendInitialEvents'] === undefined && (query['watch'] === 'true') === watch;
  const queries = (watch: boolean) => requests.filter((each) => isOf(each, watch)).map(({ query }) => query);
  return {
    seen,
    replaced,
    errors,
    initialQueries: () => requests.map(({ query }) => query).filter((query) => query['sendInitialEvents']),
    stop,
    running,
    listQueries: () => queries(false),
    /** Returns when complete lists were asked for. */
    listTimes: () => times.filter((_, at) => isOf(requests[at]!, false) && requests[at]!.query['limit'] === '500'),
    watchTimes: () => times.filter((_, at) => isOf(requests[at]!, true)),
    watchQueries: () => queries(true),
    /** Returns the versions from which watches were opened. */
    versions: () => queries(true).map((query) => query['resourceVersion']),
    openNow: () => openNow,
    openAtOnce: () => openAtOnce,
  };
}

/**
 * Waits for six times, and compares them with waits that are twice as long each time. No upper bounds: a machine under
 * load delays everything.
 * @param first the first wait in milliseconds; each is between half and one and a half of what it should be
 */
async function expectLessAndLessOften(times: () => readonly number[], first: number): Promise<void> {
  await eventually(() => expect(times().length).toBeGreaterThan(5));
  const [begin, , , , , end] = times();
  expect(end! - begin!).toBeGreaterThan((first / 2) * (1 + 2 + 4 + 8 + 16) - 5);
}

describe('a watch', () => {
  it('begins where the list ended, with bookmarks, for a random time of five to ten minutes', async () => {
    const run = await start([listOf('10', pod('p', '7'))], [open()], { namespace: 'a', labelSelector: 'app=web' });
    await eventually(() => expect(run.openNow()).toBe(1));
    expect(run.listQueries()).toEqual([{ limit: '500', labelSelector: 'app=web' }]);
    const [{ timeoutSeconds, ...query }] = run.watchQueries() as [Record<string, string>];
    expect(query).toEqual({
      watch: 'true',
      allowWatchBookmarks: 'true',
      resourceVersion: '10',
      labelSelector: 'app=web',
    });
    expect(Number(timeoutSeconds)).toBeGreaterThanOrEqual(300);
    expect(Number(timeoutSeconds)).toBeLessThanOrEqual(600);
  });

  it('goes on from the last version after resets, refusals and ends, without another list', async () => {
    const run = await start(
      [listOf('z-10')],
      [
        broken(event('ADDED', pod('p', 'z-9'))),
        refused(500, 'InternalError'),
        refused(429, 'TooManyRequests'),
        refused(403, 'Forbidden'),
        ended(event('MODIFIED', pod('p', 'y-3')), event('BOOKMARK', { metadata: { resourceVersion: 'a-1' } })),
        broken(event('DELETED', pod('p', 'b-2')), '{"type":"ADDED","obj'),
        ended(event('ERROR', { kind: 'Status', code: 429, reason: 'TooManyRequests', message: 'too much to do' })),
        (response) => response.socket?.resetAndDestroy(),
        open(event('ADDED', pod('q', 'c'))),
      ],
      { timing: { ...quick, tooShort: 1000 } },
    );
    await eventually(() => expect(run.seen).toEqual(['= ', '+ p', '+ p', 'caught up', '- p', '+ q']));
    expect(run.versions()).toEqual(['z-10', 'z-9', 'z-9', 'z-9', 'z-9', 'a-1', 'b-2', 'b-2', 'b-2']);
    expect(run.listQueries().filter(({ limit }) => limit === '500')).toHaveLength(1);
    expect(run.openAtOnce()).toBe(1);
    expect(run.errors).toContain('watch pods: too much to do');
  });

  const failed = (code: number, reason?: string) =>
    ended(event('ERROR', { kind: 'Status', status: 'Failure', code, reason, message: `event ${code}` }));
  it.each([
    ['500', failed(500, 'InternalError')],
    ['504', failed(504, 'Timeout')],
    ['403', failed(403, 'Forbidden')],
    ['of no code', ended(event('ERROR', {}))],
    ['whose message is a number', ended(event('ERROR', { kind: 'Status', code: 410, reason: 'Expired', message: 5 }))],
    ['of other types', ended(event('ERROR', { code: '410', reason: {}, message: [], details: 'x' }))],
  ])('is not opened again at a version at which there is an ERROR event: %s', async (_, step) => {
    const run = await start([listOf('1', pod('p', '1')), listOf('2', pod('q', '2'))], [step, step, open()]);
    await eventually(() => expect(run.openNow()).toBe(1));
    expect(run.seen).toEqual(['= p', '= q', '= q']);
    expect(run.versions()).toEqual(['1', '2', '2']);
  });

  it('that shows an ERROR event each time is listed less and less often', async () => {
    const timing = { ...quick, firstWait: 20, longestWait: 10_000 };
    const run = await start([listOf('1')], [ended(event('BOOKMARK', pod('p', '1')), event('ERROR', { code: 500 }))], {
      timing,
    });
    await expectLessAndLessOften(run.listTimes, 20);
  });

  const mark = { metadata: { resourceVersion: '3' } };
  it.each([
    ['a refusal', refused(500, 'InternalError')],
    ['a page', (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    ['nothing', (response: ServerResponse) => response.writeHead(204).end()],
    ['an end', ended()],
    ['null', ended('null\n')],
    ['a list', (response: ServerResponse) => sendJson(response, { kind: 'PodList', metadata: {}, items: [] })],
    ['an event without an object', ended('{"type":"ADDED"}\n')],
    ['an event of another kind', ended(event('ADDED', { ...pod('p', '3'), apiVersion: 'v1', kind: 'Secret' }))],
    ['an event without a version', ended(event('MODIFIED', pod('p', '')))],
    ['a type that nobody knows', ended(event('RENAMED', pod('p', '3')))],
    [
      'a deletion of nobody knows what',
      ended(event('DELETED', { metadata: { name: 'p', namespace: 'a', resourceVersion: '3' }, kind: undefined })),
    ],
    ['a bookmark without a version', ended(event('BOOKMARK', { metadata: {} }))],
    ['a bookmark whose version is not text', ended(event('BOOKMARK', { metadata: { resourceVersion: {} } }))],
    ['a bookmark of another kind', ended(event('BOOKMARK', { kind: 'Node', metadata: { resourceVersion: '3' } }))],
    ['a bookmark of nobody knows what', ended(event('BOOKMARK', { ...mark, kind: undefined }))],
    ['a bookmark of no version of the API', ended(event('BOOKMARK', { ...mark, apiVersion: undefined }))],
    ['a reset', (response: ServerResponse) => response.socket?.resetAndDestroy()],
  ])('from a version at which there is never anything but %s is given up, and listed', async (_, step) => {
    const timing = { ...quick, tooShort: 1000, resumeFor: 60 };
    const watches: Step[] = [...Array.from({ length: 3 }, () => step), step];
    const run = await start([listOf('1', pod('p', '1')), listOf('2', pod('q', '2'))], watches, { timing });
    await eventually(() => expect(run.seen.slice(0, 2)).toEqual(['= p', '= q']));
    expect(new Set(run.versions().slice(0, -1))).toContain('1');
  });

  it.each([
    ['the list of a server that has not reached the version', '9', 2],
    ['a list of a version that cannot be compared', 'v-9', 2],
    ['the list of a server that has it', '10', 1],
    ['the list of a server that is further', '100', 2],
  ])('that shows nothing, not even a bookmark, is followed by a look at %s', async (_, version, lists) => {
    const asked: string[] = [];
    const list: Step = (response, request) => {
      asked.push(request.query['limit'] ?? '');
      if (asked.length === 1) listOf('10', pod('p', '7'))(response, request);
      else listOf(version, pod('restored', '3'))(response, request);
    };
    const run = await start([list], [open()], { timing: { ...quick, silence: 400 } });
    await eventually(() => expect(run.versions().length).toBeGreaterThanOrEqual(2));
    // A slow machine can be silent again, and is looked at again.
    const looks = lists === 2 ? ['500', '1', '500'] : ['500', '1'];
    expect(asked.slice(0, looks.length)).toEqual(looks);
    const seen = lists === 2 ? ['= p', '= restored'] : ['= p'];
    expect(run.seen.slice(0, seen.length)).toEqual(seen);
    expect(run.versions().slice(0, 2)).toEqual(['10', lists === 2 ? version : '10']);
    const isFurther = version === '100';
    expect(run.errors.filter((each) => each.includes('has newer versions'))).toHaveLength(isFurther ? 1 : 0);
    expect(run.errors).toHaveLength(isFurther ? 1 : 0);
  });

  const reset: Step = (response) => response.socket?.resetAndDestroy();
  /** The shortest outage in milliseconds: what ends at once is never one, even on a slow machine. */
  const [outage, moment] = [300, 1000];
  const long = outage + 50;
  /** Accepts a connection, and drops it when the absence of the server is noticed. */
  const hung: Step = (response) => void setTimeout(() => response.socket?.resetAndDestroy(), long);
  it.each([
    ['for a moment: one that has not reached the version', reset, 0, '9', true],
    ['for a moment: one that is further', reset, 0, '100', false],
    ['for a moment: one that is where it was', reset, 0, '10', false],
    ['for a moment: one whose versions cannot be compared', reset, 0, 'v-9', false],
    ['in an outage: one that has not reached the version', reset, long, '9', true],
    ['in an outage: one that is further', reset, long, '100', true],
    ['in an outage: one that is where it was', reset, long, '10', false],
    ['in an outage: one whose versions cannot be compared', reset, long, 'v-9', true],
    ['because nobody answered: one that is further', hung, 0, '100', true],
    ['for a proxy says that nobody is there: one that is further', refused(502, ''), long, '100', true],
    [
      'for the server has just started: one that is further',
      refused(503, 'ServiceUnavailable', 'the request has been made before all known HTTP paths have been installed'),
      0,
      '100',
      true,
    ],
    [
      'for the storage has just started: one that is further',
      refused(429, 'TooManyRequests', 'storage is (re)initializing'),
      0,
      '100',
      true,
    ],
    [
      'for the server has just started: one that is where it was',
      refused(503, 'ServiceUnavailable', 'the request has been made before all known HTTP paths have been installed'),
      0,
      '10',
      false,
    ],
    ['for the server refused: one that is further', refused(503, 'ServiceUnavailable'), 0, '100', undefined],
  ])('that could not be opened %s', async (_, failure, milliseconds, version, isListed) => {
    const asked: string[] = [];
    let since: number | undefined;
    const list: Step = (response, request) => {
      asked.push(request.query['limit'] ?? '');
      if (asked.length === 1) return listOf('10', pod('p', '7'))(response, request);
      if (performance.now() - since! < milliseconds) return failure(response, request);
      return listOf(version, pod('restored', '3'))(response, request);
    };
    const fails: Step = (response, request) => {
      since ??= performance.now();
      failure(response, request);
    };
    const shortestOutage = milliseconds === long || failure === hung ? outage : moment;
    const timing = { ...quick, tooShort: 1000, shortestOutage };
    const run = await start([list], [fails, open()], { timing });
    await eventually(() => expect(run.versions()).toHaveLength(2));
    expect(run.versions()).toEqual(['10', isListed === true ? version : '10']);
    expect(run.seen).toEqual(isListed === true ? ['= p', '= restored'] : ['= p']);
    expect(asked.filter((limit) => limit === '500')).toHaveLength(isListed === true ? 2 : 1);
    expect(asked.includes('1')).toBe(isListed !== undefined);
  });

  it('that shows nothing while the server goes on is listed less and less often, and said once', async () => {
    let version = 10;
    const list: Step = (response, request) => listOf(String((version += 1)))(response, request);
    const run = await start([list], [open()], { timing: { ...quick, silence: 40 } });
    await expectLessAndLessOften(run.listTimes, 40);
    expect(run.errors).toHaveLength(1);
  });

  it('that ends again and again without having shown anything is doubted as well', async () => {
    const run = await start([listOf('10', pod('p', '7')), listOf('9', pod('q', '3'))], [ended()], {
      timing: { ...quick, silence: 60 },
    });
    await eventually(() => expect(run.seen).toContain('= q'));
  });

  it('says that the server cannot be asked where it is', async () => {
    const run = await start([listOf('10'), refused(500, 'InternalError')], [open()], {
      timing: { ...quick, silence: 60 },
    });
    await eventually(() => expect(run.errors).toContain('list pods: InternalError'));
    expect(run.seen).toEqual(['= ']);
  });

  it.each([
    ['an object', event('MODIFIED', pod('q', '4'))],
    ['a bookmark', event('BOOKMARK', { metadata: { resourceVersion: '3' } })],
  ])('that goes back is not believed: %s', async (_, replayed) => {
    const run = await start(
      [listOf('1'), listOf('20', pod('q', '20'))],
      [open(event('ADDED', pod('q', '10')), replayed), open()],
    );
    await eventually(() => expect(run.versions()).toEqual(['1', '20']));
    expect(run.seen).toEqual(['= ', '+ q', '= q']);
    expect(run.errors[0]).toMatch(/^watch pods: it went back from version 10 to \d$/);
  });

  it('that the server closes is followed by a look at its version: it can have been restored since', async () => {
    const lists = [listOf('10', pod('p', '7')), listOf('5', pod('restored', '3'))];
    const run = await start(lists, [broken(), open()]);
    await eventually(() => expect(run.versions()).toEqual(['10', '5']));
    expect(run.seen).toEqual(['= p', '= restored']);
    expect(run.listQueries().map(({ limit }) => limit)).toEqual(['500', '1', '500']);
  });

  it('shows an event twice, and an old deletion, without harm', async () => {
    const twice = event('ADDED', pod('q', '10'));
    const lists = [listOf('1'), listOf('10', pod('q', '10'))];
    const run = await start(lists, [broken(twice, twice, event('DELETED', pod('old', '4')))]);
    await eventually(() => expect(run.versions().length).toBeGreaterThan(1));
    expect(run.seen.slice(0, 4)).toEqual(['= ', '+ q', '+ q', '- old']);
    expect(run.versions()[1]).toBe('10');
  });

  it.each([
    ['as a status', refused(410, 'Expired')],
    ['as an event', ended(event('ERROR', { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' }))],
    [
      'as a version that the server has not reached',
      (response: ServerResponse) => {
        const details = { causes: [{ reason: 'ResourceVersionTooLarge' }] };
        sendJson(response, { kind: 'Status', code: 504, reason: 'Timeout', details }, 504);
      },
    ],
  ])('lists again, and afresh, when the server has forgotten the version: %s', async (_, forgotten) => {
    const run = await start([listOf('1', pod('p', '1')), listOf('2', pod('q', '2'))], [forgotten, open()]);
    await eventually(() => expect(run.versions()).toEqual(['1', '2']));
    expect(run.seen).toEqual(['= p', '= q']);
    expect(run.listQueries().map(({ resourceVersion }) => resourceVersion)).toEqual([undefined, undefined]);
  });

  it('on which nothing arrives, not even its end, is given up', async () => {
    const silent = { ...quick, shortestWatch: 0, longestWatch: 0, grace: 50 };
    const run = await start([listOf('1')], [open(), open(event('ADDED', pod('p', '2')))], { timing: silent });
    await eventually(() => expect(run.seen).toEqual(['= ', '+ p']));
    expect(run.versions().slice(0, 2)).toEqual(['1', '1']);
    expect(run.openAtOnce()).toBe(1);
    expect(run.errors[0]).toBe('watch pods: no answer in time');
  });

  it('that ends at once, again and again, is opened less and less often', async () => {
    const timing = { firstWait: 20, longestWait: 10_000, tooShort: 1000 };
    const run = await start([listOf('1')], [ended()], { timing });
    await expectLessAndLessOften(run.watchTimes, 20);
  });
});

describe('a watch that begins with a list', () => {
  const end = (resourceVersion: unknown, type = {}): string =>
    event('BOOKMARK', { ...type, metadata: { resourceVersion, annotations: { 'k8s.io/initial-events-end': 'true' } } });
  const begin = (...initial: readonly Step[]) =>
    start([listOf('50', pod('listed', '49'))], [open()], {}, () => undefined, initial);

  it('is one request; what changes meanwhile is in the list, and what changes then comes one by one', async () => {
    const run = await begin(
      open(
        ...[event('ADDED', pod('p', '1')), event('ADDED', pod('q', '2')), event('ADDED', pod('r', '3'))],
        ...[event('MODIFIED', pod('p', '4')), event('DELETED', pod('q', '5')), end('6'), event('ADDED', pod('s', '7'))],
      ),
    );
    await eventually(() => expect(run.seen).toEqual(['= p r', '+ s']));
    expect(run.initialQueries()).toMatchObject([
      { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan', allowWatchBookmarks: 'true' },
    ]);
    expect(run.initialQueries()[0]).not.toHaveProperty('resourceVersion');
    expect([run.listQueries(), run.watchQueries(), run.errors]).toEqual([[], [], []]);
  });

  it('goes on after a break from where it was, as any other', async () => {
    const run = await begin(broken(event('ADDED', pod('p', '1')), end('b-2'), event('ADDED', pod('q', 'a-3'))));
    await eventually(() => expect(run.versions()).toEqual(['a-3']));
    expect(run.seen).toEqual(['= p', '+ q']);
  });

  it.each([
    ['breaks off before its end', broken(event('ADDED', pod('p', '1'))), 1],
    ['ends before its end', ended(event('ADDED', pod('p', '1'))), 1],
    ['fails', refused(500, 'InternalError'), 1],
    ['is a page', (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end('x'), 1],
    ['is empty', (response: ServerResponse) => response.writeHead(204).end(), 1],
    ['has another kind in it', ended(event('ADDED', { ...pod('p', '1'), kind: 'Secret' })), 1],
    ['ends with a bookmark of another kind', open(end('99', { kind: 'Node' })), 1],
    ['ends with a bookmark of another group', open(end('99', { apiVersion: 'example.com/v1' })), 1],
    ['ends with a bookmark of nobody knows what', open(end('99', { kind: undefined, apiVersion: undefined })), 1],
    ['ends with a bookmark whose version is not text', open(end({})), 1],
    ['is not known to the server', refused(422, 'Invalid'), 0],
    ['has no end', open(event('ADDED', pod('p', '1')), event('BOOKMARK', { metadata: { resourceVersion: '2' } })), 0],
  ])('is a list in pages instead where it %s', async (_, step, faults) => {
    const run = await begin(step);
    await eventually(() => expect(run.versions()).toEqual(['50']));
    expect(run.seen).toEqual(['= listed']);
    expect(run.errors).toHaveLength(faults);
    expect(run.openAtOnce()).toBe(1);
  });

  it('is a list in pages instead where changes arrive, and its end does not', async () => {
    const changes: Step = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(`${event('ADDED', pod('p', '1'))}\n`);
      let version = 1;
      const timer = setInterval(() => response.write(`${event('MODIFIED', pod('p', String(++version)))}\n`), 5);
      response.once('close', () => clearInterval(timer));
    };
    const timing = { ...quick, listStall: 40 };
    const run = await start([listOf('50', pod('listed', '49'))], [open()], { timing }, () => undefined, [changes]);
    await eventually(() => expect(run.versions()).toEqual(['50']));
    expect(run.errors).toEqual([expect.stringContaining('changes arrive, but the list has no end')]);
    expect(run.openAtOnce()).toBe(1);
  });

  it('may take long, as long as it shows further objects', async () => {
    const slowly: Step = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      let at = 0;
      const timer = setInterval(() => {
        at += 1;
        response.write(`${at === 12 ? end('99') : event('ADDED', pod(`p${at}`, String(at)))}\n`);
        if (at === 12) clearInterval(timer);
      }, 25);
      response.once('close', () => clearInterval(timer));
    };
    const timing = { ...quick, listStall: 200 };
    const run = await start([], [open()], { timing }, () => undefined, [slowly]);
    await eventually(() => expect(run.seen).toHaveLength(1));
    expect([run.seen[0], run.errors]).toEqual(['= p1 p2 p3 p4 p5 p6 p7 p8 p9 p10 p11', []]);
  });

  it('takes an object that is shown again as it was before for the old one', async () => {
    const [newer, older] = [{ ...pod('p', '12'), new: true }, pod('p', '9')];
    let kept: object | undefined;
    const run = await start([], [open()], {}, undefined, [
      open(event('ADDED', newer), event('ADDED', older), end('20')),
    ]);
    kept = run.replaced.at(-1);
    await eventually(() => expect((kept = run.replaced.at(-1))).toBeDefined());
    expect(kept).toMatchObject([{ new: true }]);
  });

  it('is asked for again, and not in another way, by one who may not', async () => {
    const run = await begin(refused(403, 'Forbidden'), refused(429, 'TooManyRequests'), open(end('1')));
    await eventually(() => expect(run.seen).toEqual(['= ']));
    expect(run.listQueries()).toEqual([]);
    expect(run.errors).toEqual(['watch pods: Forbidden', 'watch pods: TooManyRequests']);
  });
});

describe('a list', () => {
  it('is tried until it works, in pages where the server wants it', async () => {
    const page: Step = (response, { query }) => {
      const more = query['continue'] === undefined ? { continue: 'next' } : {};
      sendJson(response, {
        ...listType,
        metadata: { resourceVersion: '5', ...more },
        items: [pod(query['continue'] ?? 'first', '1')],
      });
    };
    const run = await start([refused(403, 'Forbidden'), refused(500, 'InternalError'), page], [open()]);
    await eventually(() => expect(run.openNow()).toBe(1));
    expect(run.seen).toEqual(['= first next']);
    expect(run.errors).toEqual(['list pods: Forbidden', 'list pods: InternalError']);
  });
});

it('lists less and less often what may not be listed, and at once again when it may', async () => {
  let allowed = false;
  const list: Step = (response, request) => {
    if (allowed) listOf('1', pod('p', '1'))(response, request);
    else refused(403, 'Forbidden')(response, request);
  };
  const run = await start([list], [open()], { timing: { firstWait: 20, longestWait: 80 } });
  // If the longest wait did not apply, the last of these would come after a quarter of an hour.
  await eventually(() => expect(run.listTimes().length).toBeGreaterThan(16));
  const times = run.listTimes();
  const waits = times.slice(1).map((time, index) => time - times[index]!);
  // Each wait is between half and one and a half of 20, 40, 80, 80, ... ms; only its start can be delayed.
  for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThan(Math.min(20 * 2 ** index, 80) / 2 - 2);
  allowed = true;
  await eventually(() => expect(run.seen).toEqual(['= p']));
  expect(run.watchQueries().length).toBeLessThanOrEqual(1);
});

describe('stopping', () => {
  it('while the list is on its way opens no watch', async () => {
    let answer: (() => void) | undefined;
    const run = await start(
      [(response) => (answer = () => listOf('1', pod('p', '1'))(response, undefined as never))],
      [open()],
    );
    await eventually(() => expect(answer).toBeDefined());
    run.stop.abort();
    answer?.();
    await run.running;
    await sleep(50);
    expect(run.watchQueries()).toHaveLength(0);
    expect(run.seen).toEqual([]);
  });

  it('at the very end of the list delivers nothing, and opens no watch', async () => {
    const stop = new AbortController();
    const calls: string[] = [];
    const transport = {
      send: () => {
        stop.abort();
        return Promise.resolve(JSON.stringify({ ...listType, metadata: { resourceVersion: '1' }, items: [] }));
      },
      lines: ({ query }: TransportRequest) => {
        if (query?.['sendInitialEvents']) throw new ApiError({ code: 422 }, 'watch pods');
        calls.push('watch');
        throw new Error('a watch was opened');
      },
    } as unknown as Transport;
    const call = (name: string) => () => void calls.push(name);
    const sink: ReflectorSink<KubernetesObject> = {
      prepare: (object) => freeze(object) as Shared<KubernetesObject>,
      knows: () => false,
      contradicts: () => false,
      listing: () => 0,
      ...{ replace: call('replace'), set: call('set'), delete: call('delete') },
      ...{ caughtUp: call('caught up'), failed: call('failed'), works: call('works') },
    };
    await reflect({ transport, info, sink }, stop.signal);
    expect(calls).toEqual([]);
  });

  it('between two events of one packet delivers no more', async () => {
    const two = open(event('ADDED', pod('p', '2')) + event('ADDED', pod('q', '3')));
    const run = await start([listOf('1')], [two], {}, (line) => {
      if (line === '+ p') run.stop.abort();
    });
    await eventually(() => expect(run.seen).toContain('+ p'));
    await run.running;
    expect(run.seen).toEqual(['= ', '+ p']);
  });

  it('closes the watch, during a wait as well', async () => {
    const run = await start([listOf('1')], [open()]);
    await eventually(() => expect(run.openNow()).toBe(1));
    run.stop.abort();
    await run.running;
    await eventually(() => expect(run.openNow()).toBe(0));

    const waiting = await start([refused(500, 'InternalError')], [open()], { timing: { firstWait: 60_000 } });
    await eventually(() => expect(waiting.errors).toHaveLength(1));
    waiting.stop.abort();
    await waiting.running;
    expect(waiting.listQueries()).toHaveLength(1);
  });
});
