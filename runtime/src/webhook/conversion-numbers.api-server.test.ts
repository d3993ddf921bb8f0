import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { logInto } from '../../../test/support/logs.js';
import type { KubernetesObject } from '../api/object.js';
import { defineResource } from '../api/resource.js';
import { createClient } from '../client/create-client.js';
import { createTransport } from '../transport/create-transport.js';
import type { Transport } from '../transport/transport.js';
import { controllerManagedBy } from '../controller/builder.js';
import { createManager } from '../manager/create-manager.js';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../testing/index.js';
import { webhookManagedBy } from './builder.js';
import { hubSpokeConverter, spokeConverter } from './converter.js';

// A user of one namespace writes a number that JavaScript cannot represent; the operator keeps working for the others.

interface Box extends KubernetesObject {
  spec: { [field: string]: unknown };
}
const names = { group: 'numbers.example.com', kind: 'Box', plural: 'boxes', scope: 'Namespaced' } as const;
const V1 = defineResource<Box>({ ...names, version: 'v1' });
const V2 = defineResource<Box>({ ...names, version: 'v2' });
const Namespace = defineResource<KubernetesObject>({
  ...{ group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', scope: 'Cluster' },
});

const version = (name: string, storage: boolean): object => ({
  name,
  served: true,
  storage,
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
    },
  },
});
const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'boxes.numbers.example.com' },
  spec: {
    group: names.group,
    scope: names.scope,
    names: { kind: 'Box', plural: 'boxes', singular: 'box' },
    versions: [version('v1', true), version('v2', false)],
    conversion: {
      strategy: 'Webhook',
      webhook: {
        clientConfig: { service: { name: 'webhook-service', namespace: 'system', path: '/convert' } },
        conversionReviewVersions: ['v1'],
      },
    },
  },
};

const converter = hubSpokeConverter(
  V1,
  spokeConverter<Box, Box>(V2, {
    convertTo: ({ spec: { size, ...spec } }) => ({ spec: { ...spec, ...(size !== undefined && { old: size }) } }),
    convertFrom: ({ spec: { old, ...spec } }) => ({ spec: { ...spec, ...(old !== undefined && { size: old }) } }),
  }),
);

const hasAssets = (await findTestAssets()).found || process.env['CI'] === 'true';

let environment: TestEnvironment;
let transport: Transport;
beforeAll(async () => {
  if (!hasAssets) return;
  environment = await startTestEnvironment({ crds: [crd] });
  transport = createTransport(environment.config);
}, 120_000);
afterAll(async () => {
  transport?.close();
  await environment?.stop();
});

/** Runs the operator, which converts and reads v2, until `use` has finished. */
async function running(use: (seen: string[], lines: any[]) => Promise<void>): Promise<void> {
  const seen: string[] = [];
  const lines: any[] = [];
  const { config, webhookServerOptions: webhook } = environment;
  const manager = await createManager({ config, webhook, log: logInto(lines) });
  await webhookManagedBy(manager).for(V2).withConverter(converter).complete();
  await controllerManagedBy(manager)
    .for(V2)
    .complete({ reconcile: async ({ namespace, name }) => void seen.push(`${namespace}/${name}`) });
  const stop = new AbortController();
  const stopped = manager.start(stop.signal);
  try {
    await use(seen, lines);
  } finally {
    stop.abort();
    await stopped;
  }
}

it.runIf(hasAssets)(
  'a number beyond 2^53 in one namespace',
  async () => {
    const client = createClient(environment.config);
    for (const name of ['evil', 'good']) await client.create(Namespace, { metadata: { name } });
    const box = (namespace: string, name: string, spec = '{}'): Promise<string> =>
      send(
        'POST',
        'v1',
        namespace,
        '',
        `{"apiVersion":"${names.group}/v1","kind":"Box","metadata":{"name":"${name}"},"spec":${spec}}`,
      );
    const failures = (lines: any[]): any[] => lines.filter(({ msg }) => /a conversion failed|cannot be kept/.test(msg));

    await running(async (seen, lines) => {
      await box('good', 'first');
      await vi.waitFor(() => expect(seen).toContain('good/first'), 30_000);
      await box(
        'evil',
        'num',
        '{"old":9007199254740993,"more":[9007199254740992,-9223372036854775807,1152921504606846976]}',
      );
      await box('good', 'second');
      await vi.waitFor(() => expect(seen).toEqual(expect.arrayContaining(['evil/num', 'good/second'])), 30_000);
      const digits = '"more":[9007199254740992,-9223372036854775807,1152921504606846976]';
      const read = await send('GET', 'v2', 'evil', '/num');
      expect(read).toContain(digits);
      expect(read).toContain('"size":9007199254740993');
      // Written in the other version, and stored in this one.
      await send('PUT', 'v2', 'evil', '/num', read.replace('"spec":{', '"spec":{"note":"changed",'));
      const stored = await send('GET', 'v1', 'evil', '/num');
      expect(stored).toContain(digits);
      expect(stored).toContain('"old":9007199254740993');
      expect(stored).toContain('"note":"changed"');
      expect((await client.list(V2)).items).toHaveLength(3);
      expect(failures(lines)).toEqual([]);
    });
    await running(async (seen, lines) => {
      await vi.waitFor(
        () => expect([...new Set(seen)].toSorted()).toEqual(['evil/num', 'good/first', 'good/second']),
        30_000,
      );
      expect(failures(lines)).toEqual([]);
    });
  },
  120_000,
);

/** Sends and returns text, so that no JavaScript number is involved. */
async function send(
  method: 'GET' | 'POST' | 'PUT',
  at: string,
  namespace: string,
  rest: string,
  body?: string,
): Promise<string> {
  const path = `/apis/${names.group}/${at}/namespaces/${namespace}/boxes${rest}`;
  const label = `${method} ${path}`;
  return transport.send({ method, path, label, ...(body !== undefined && { body, contentType: 'application/json' }) });
}
