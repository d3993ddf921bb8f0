import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { startLoopbackServer } from '../../../test/support/loopback-server.js';
import type { KubernetesObject } from '../api/object.js';
import type { ResourceInfo } from '../api/resource.js';
import { fixedCredential } from '../transport/cluster-config.js';
import { createTransport } from '../transport/create-transport.js';
import { clone } from '../json/copy.js';
import { createLogger } from '../log/create-logger.js';
import { Informer, type InformerOptions } from './informer.js';
import type { Transform } from './transform.js';

interface Foo extends KubernetesObject {
  spec?: { a?: unknown };
}

const info: ResourceInfo = {
  group: 'example.com',
  version: 'v1',
  kind: 'Foo',
  plural: 'foos',
  scope: 'Namespaced',
};

const textOf = (name: string, spec = '{}', version = '1', metadata = '') =>
  `{"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"${name}","namespace":"a","uid":"${name}","resourceVersion":"${version}"${metadata}},"spec":${spec}}`;
const bookmark = (version: string) =>
  `{"type":"BOOKMARK","object":{"apiVersion":"example.com/v1","kind":"Foo","metadata":{"resourceVersion":"${version}","annotations":{"k8s.io/initial-events-end":"true"}}}}`;
const event = (type: string, object: string) => `{"type":"${type}","object":${object}}`;
const nested = (levels: number, leaf = '1') => `${'{"a":'.repeat(levels)}${leaf}${'}'.repeat(levels)}`;

/** Starts a server whose lists and watches consist of the lines of the test; a watch stays open after its last line. */
async function startServer(initial: readonly string[], watched: readonly string[], asList = false) {
  const server = await startLoopbackServer(({ query }, response) => {
    if (query['watch'] !== 'true') {
      response.end(
        `{"apiVersion":"example.com/v1","kind":"FooList","metadata":{"resourceVersion":"1"},"items":[${initial.join(',')}]}`,
      );
      return;
    }
    if (query['sendInitialEvents'] === 'true' && asList) {
      response.writeHead(400).end();
      return;
    }
    const lines =
      query['sendInitialEvents'] === 'true'
        ? [...initial.map((each) => event('ADDED', each)), bookmark('1')]
        : query['resourceVersion'] === '1'
          ? watched
          : [];
    const more = query['sendInitialEvents'] === 'true' ? watched : [];
    response.writeHead(200);
    response.write([...lines, ...more].map((line) => `${line}\n`).join(''));
  });
  return server;
}

function start(url: string, options: Partial<InformerOptions> = {}) {
  const logged: Record<string, unknown>[] = [];
  const skipped: string[] = [];
  const log = createLogger({ write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) });
  const transport = createTransport({ server: url, credentials: fixedCredential({}) });
  const timing = { firstWait: 5, longestWait: 20 };
  const informer = new Informer<Foo>({
    transport,
    info,
    log,
    timing,
    skipped: (each) => skipped.push(each),
    ...options,
  });
  const stop = new AbortController();
  const running = informer.run(stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await running;
    transport.close();
  });
  const names = () => [...informer.list()].map(({ metadata }) => metadata.name).toSorted();
  return { informer, logged, names, skipped };
}

const bad: readonly (readonly [string, string])[] = [
  ['nested 10,000 levels', textOf('bad', nested(10_000))],
  ['nested 10,000 levels of lists', textOf('bad', `${'['.repeat(10_000)}${']'.repeat(10_000)}`)],
  ['nested deeply in its metadata', textOf('bad', '{}', '1', `,"annotations":${nested(9000)}`)],
  ['nested 90,000 levels', textOf('bad', nested(90_000))],
  ['with a number beyond 2^53 at the bottom', textOf('bad', nested(9000, '9007199254740993'))],
  ['with fields called __proto__', textOf('bad', `${'{"__proto__":'.repeat(9000)}1${'}'.repeat(9000)}`)],
  ['with 100,000 fields', textOf('bad', `{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":${at}`).join()}}`)],
  ['with a list of 300,000 elements', textOf('bad', `{"a":[${'1,'.repeat(300_000)}1]}`)],
  ['with half a character, and a field twice', textOf('bad', String.raw`{"a":"\ud800","a":"\udfff"}`)],
  ['with a number that overflows', textOf('bad', `{"a":1${'0'.repeat(400)}}`)],
];

describe.each(bad)('an object %s', (_, text) => {
  it.each([
    ['a list', true],
    ['the beginning of a watch', false],
  ])('is mirrored with the others of %s', async (_where, asList) => {
    const { url } = await startServer([textOf('one'), text, textOf('other')], [], asList);
    const { informer, names, logged } = start(url);
    await informer.synced;
    expect(names()).toEqual(['bad', 'one', 'other']);
    expect(logged).toEqual([]);
  });

  it('does not hold up the events after it', async () => {
    const { url } = await startServer(
      [textOf('one')],
      [event('ADDED', text), event('MODIFIED', text), event('ADDED', textOf('other', '{}', '2'))],
    );
    const { informer, names } = start(url);
    await informer.synced;
    await eventually(() => expect(names()).toEqual(['bad', 'one', 'other']));
  });
});

it('a transform that fails for one object is said, and the object is kept as it came', async () => {
  const { url } = await startServer([textOf('one'), textOf('bad', nested(9000))], []);
  const { informer, names, logged } = start(url, {
    transform: (object) => {
      JSON.stringify(object);
      return object;
    },
  });
  await informer.synced;
  expect(names()).toEqual(['bad', 'one']);
  expect(logged).toMatchObject([{ msg: expect.stringContaining('a transform failed'), object: 'a/bad' }]);
});

describe('an object that cannot be kept', () => {
  const spoilt = textOf('bad', '{}', '2');
  // The server stores no such object, but a transform can produce one.
  const transform: Transform = (object) =>
    object.metadata.name === 'bad' ? ({ ...object, metadata: {} } as typeof object) : object;

  it.each([
    ['a list', true],
    ['the beginning of a watch', false],
  ])('is said, counted and left out of %s', async (_, asList) => {
    const { url } = await startServer([textOf('one'), spoilt, textOf('other')], [], asList);
    const { informer, names, logged, skipped } = start(url, { transform });
    await informer.synced;
    expect(names()).toEqual(['one', 'other']);
    expect(skipped).toEqual(['foos.example.com']);
    expect(logged).toMatchObject([{ level: 'error', resource: 'foos.example.com', error: { message: /no name/ } }]);
  });

  it('is passed over in a watch', async () => {
    const watched = [event('ADDED', spoilt), event('ADDED', textOf('other', '{}', '3'))];
    const { url } = await startServer([textOf('one')], watched);
    const { informer, names, skipped } = start(url, { transform });
    await informer.synced;
    await eventually(() => expect(names()).toEqual(['one', 'other']));
    expect(skipped).toHaveLength(1);
  });

  it('which a transform made so keeps its last state, also when everything is listed', async () => {
    let version = 1;
    const { url } = await startLoopbackServer(({ query }, response) => {
      const items = [textOf('one', '{}', `${version}`), textOf('bad', '{}', `${version}`)];
      response.writeHead(200);
      if (query['sendInitialEvents'] === 'true') {
        version += 1;
        response.write(items.map((each) => `${event('ADDED', each)}\n`).join('') + `${bookmark('1')}\n`);
      }
      const gone = event('ERROR', '{"kind":"Status","code":410,"reason":"Expired"}');
      if (version < 4) setTimeout(() => response.end(`${gone}\n`), 20);
    });
    const { informer, names, skipped } = start(url, {
      // A value that cannot be frozen.
      transform: (object) =>
        object.metadata.name === 'bad' && version > 2 ? Object.assign(object, { spec: new Uint8Array(1) }) : object,
    });
    const heard: string[] = [];
    informer.handle(({ type, object }) => heard.push(`${type} ${object.metadata.name}`));
    await informer.synced;
    await eventually(() => expect(skipped.length).toBeGreaterThan(0));
    await eventually(() => expect(informer.get({ namespace: 'a', name: 'one' })?.metadata.resourceVersion).toBe('3'));
    expect(names()).toEqual(['bad', 'one']);
    expect(heard.filter((each) => each.startsWith('delete'))).toEqual([]);
  });
});

describe.each<[string, string, Partial<InformerOptions>, RegExp]>([
  ['of a namespaced kind without a namespace', textOf('bad').replace('"namespace":"a",', ''), {}, /no namespace/],
  [
    'of a namespaced kind with an empty one',
    textOf('bad').replace('"namespace":"a"', '"namespace":""'),
    {},
    /no namesp/,
  ],
  ['nested 100,001 levels', textOf('bad', nested(100_001)), {}, /nested more than 100000/],
  ['nested 1,000,000 levels', textOf('bad', nested(1_000_000)), {}, /nested more than 100000/],
  [
    'of a cluster-scoped kind with a namespace',
    textOf('bad'),
    { info: { ...info, scope: 'Cluster' } },
    /has a namespace, and/,
  ],
])('an object %s', (_, text, options, message) => {
  const place = (name: string, version = '1') =>
    options.info === undefined
      ? textOf(name, '{}', version)
      : textOf(name, '{}', version).replace('"namespace":"a",', '');

  it.each([
    ['a list', true],
    ['the beginning of a watch', false],
  ])('is said, counted and left out of %s, and of the events after it', async (_where, asList) => {
    const { url } = await startServer(
      [place('one'), text],
      [
        event('MODIFIED', text.replace('"resourceVersion":"1"', '"resourceVersion":"2"')),
        event('ADDED', place('two', '3')),
      ],
      asList,
    );
    const { informer, names, logged, skipped } = start(url, options);
    await informer.synced;
    await eventually(() => expect(names()).toEqual(['one', 'two']));
    expect(skipped).toHaveLength(2);
    const said = { level: 'error', error: { message: expect.stringMatching(message) as string } };
    expect(logged).toMatchObject([said, said]);
    for (const each of informer.list()) clone(each);
  });
});

it.each([
  ['that is not JSON', '{"type":"ADDED","object":'],
  ['that is not an event', '{"kind":"Foo"}'],
  ['without an object', '{"type":"MODIFIED","object":null}'],
  ['that is null', 'null'],
])('a line of a watch %s is passed by with a list, and not asked for again for ever', async (_, line) => {
  const { url, requests } = await startServer([textOf('one')], [line]);
  const { informer } = start(url, { timing: { firstWait: 5, longestWait: 20, resumeFor: 50 } });
  await informer.synced;
  const lists = () => requests.filter(({ query }) => query['sendInitialEvents'] === 'true').length;
  await eventually(() => expect(lists()).toBeGreaterThan(1));
});
