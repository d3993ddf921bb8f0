import type { ServerResponse } from 'node:http';
import { sendJson, startLoopbackServer, type LoopbackServer, type ReceivedRequest } from './loopback-server.js';

/** The parts of an object that the collection uses. */
interface Item {
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** One resource on a server at 127.0.0.1, which can be listed and watched. */
export interface LoopbackCollection {
  readonly server: LoopbackServer;
  /** Stores an object with a new version, and sends an event to the watches. */
  put(item: Item): void;
  remove(item: Item): void;
  /** Changes the stored objects without sending events, as if a connection were broken. */
  quietly(change: (items: Map<string, object>) => void): void;
  /** Ends every watch with an event that says that its version is too old. */
  expireWatches(): void;
  lists(): number;
  watches(): number;
  openWatches(): number;
}

export async function startLoopbackCollection(...initial: readonly Item[]): Promise<LoopbackCollection> {
  const items = new Map<string, object>();
  const watchers = new Map<ServerResponse, string | undefined>();
  // Versions are opaque: no client may take them for numbers.
  let version = 0;
  const next = (): string => `v-${(version += 1)}-${9 - (version % 10)}`;
  const keyOf = ({ metadata }: Item): string => `${metadata.namespace ?? ''}/${metadata.name}`;
  const stored = (item: Item): object => ({
    ...item,
    metadata: {
      uid: `uid-${keyOf(item)}`,
      managedFields: [{ manager: 'test' }],
      ...item.metadata,
      resourceVersion: next(),
    },
  });
  const tell = (type: string, object: object, namespace?: string): void => {
    for (const [response, wanted] of watchers) {
      if (wanted === undefined || namespace === undefined || wanted === namespace) {
        response.write(`${JSON.stringify({ type, object })}\n`);
      }
    }
  };
  for (const item of initial) items.set(keyOf(item), stored(item));

  const server = await startLoopbackServer(({ method, path, query }, response) => {
    const namespace = /\/namespaces\/([^/]+)\//.exec(path)?.[1];
    if (method !== 'GET') {
      const name = /\/namespaces\/[^/]+\/[^/]+\/([^/]+)/.exec(path)?.[1];
      sendJson(response, { metadata: { namespace, name, resourceVersion: next() } });
      return;
    }
    const inScope = [...items].filter(([key]) => namespace === undefined || key.startsWith(`${namespace}/`));
    // Pods, of the kind Pod; ConfigMaps have two capitals.
    const kind = path
      .slice(path.lastIndexOf('/') + 1, -1)
      .replace(/^./, (first) => first.toUpperCase())
      .replace('Configmap', 'ConfigMap');
    if (query['watch'] === 'true') {
      watchers.set(response, namespace);
      response.once('close', () => watchers.delete(response));
      response.writeHead(200).flushHeaders();
      if (query['sendInitialEvents'] !== 'true') return;
      const end = { resourceVersion: next(), annotations: { 'k8s.io/initial-events-end': 'true' } };
      for (const [, item] of inScope) {
        response.write(`${JSON.stringify({ type: 'ADDED', object: { apiVersion: 'v1', kind, ...item } })}\n`);
      }
      response.write(`${JSON.stringify({ type: 'BOOKMARK', object: { apiVersion: 'v1', kind, metadata: end } })}\n`);
      return;
    }
    sendJson(response, {
      apiVersion: 'v1',
      kind: `${kind}List`,
      metadata: { resourceVersion: next() },
      items: inScope.map(([, item]) => item),
    });
  });
  const isWatch = ({ query }: Pick<ReceivedRequest, 'query'>): boolean => query['watch'] === 'true';
  // A watch that begins with a list is both.
  const isList = ({ query }: Pick<ReceivedRequest, 'query'>): boolean =>
    !isWatch({ query }) || query['sendInitialEvents'] === 'true';
  return {
    server,
    put: (item) => {
      const type = items.has(keyOf(item)) ? 'MODIFIED' : 'ADDED';
      const object = stored(item);
      items.set(keyOf(item), object);
      tell(type, object, item.metadata.namespace);
    },
    remove: (item) => {
      items.delete(keyOf(item));
      tell('DELETED', stored(item), item.metadata.namespace);
    },
    quietly: (change) => change(items),
    expireWatches: () => {
      tell('ERROR', { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' });
      for (const response of watchers.keys()) response.end();
    },
    lists: () => server.requests.filter(isList).length,
    watches: () => server.requests.filter(isWatch).length,
    openWatches: () => watchers.size,
  };
}
