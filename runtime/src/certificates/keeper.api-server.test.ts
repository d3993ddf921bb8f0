import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { logInto, silentLogger } from '../../../test/support/logs.js';
import { deploy, eventually, secretOf, textOf, trusted } from '../../../test/support/self-signed.js';
import { resourceInfo, type KindHandle } from '../api/resource.js';
import { isConflict } from '../client/error-reasons.js';
import type { Client } from '../client/client.js';
import { createClient } from '../client/create-client.js';
import { createTransport } from '../transport/create-transport.js';
import type { Transport } from '../transport/transport.js';
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from '../k8s/admissionregistration/v1.js';
import { Secret } from '../k8s/core/v1.js';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../testing/index.js';
import { deferred } from '../timing/deferred.js';
import { Keeper } from './keeper.js';
import { dataOf, keptIn } from './kept.js';
import { resolveSelfSigned } from './options.js';
import { renew } from './renew.js';
import { ServedCertificate } from './served-certificate.js';

const assets = await findTestAssets();
const available = assets.found || process.env['CI'] === 'true';
const server = { setCertificate: () => undefined };

describe.skipIf(!available)('a copy of the operator that stood still', { timeout: 60_000 }, () => {
  let environment: TestEnvironment;
  let client: Client;

  beforeAll(async () => {
    environment = await startTestEnvironment();
    client = createClient(environment.config, { fieldManager: 'tests' });
  }, 120_000);
  afterAll(() => environment?.stop());

  it('does not revert changes that others have made in the meantime', async () => {
    const place = await deploy(client);
    const { namespace } = place;
    const transport = createTransport(environment.config);
    onTestFinished(() => transport.close());
    const real = createClient(transport);
    /** Whether each patch caused a conflict. */
    const conflicts: boolean[] = [];
    let gate = Promise.resolve();
    let waiting = deferred();
    let reads = 0;
    const slow: Client = {
      ...real,
      getOrNull: async (...given) => {
        reads += 1;
        const found = await real.getOrNull(...given);
        waiting.resolve();
        await gate;
        return found;
      },
      patch: async (...given: never[]) => {
        const patched = (real.patch as (...all: never[]) => Promise<never>)(...given);
        await patched.then(
          () => conflicts.push(false),
          (error: unknown) => conflicts.push(isConflict(error)),
        );
        return patched;
      },
    };
    const settings = resolveSelfSigned({ service: 'webhooks', namespace }, undefined);
    const served = new ServedCertificate();
    const metrics = { certificateRead: () => undefined };
    const keeper = new Keeper({
      client: slow,
      transport,
      settings,
      served,
      converted: [],
      admits: true,
      log: silentLogger,
      metrics,
    });
    const end = new AbortController();
    const running = keeper.run(end.signal);
    onTestFinished(async () => {
      end.abort();
      await running;
    });
    served.follow((await served.first(end.signal))!, server);
    await eventually(() => expect(served.problem).toBeUndefined());
    expect(conflicts).toEqual([false]);

    // Waits until it has processed everything that its own patch triggered.
    let seen: number;
    do {
      seen = reads;
      await sleep(500);
    } while (reads > seen);
    // It has read the Secret, and is about to restore the authority that was removed.
    const opened = deferred();
    gate = opened.promise;
    waiting = deferred();
    const { metadata } = await client.get(ValidatingWebhookConfiguration, { name: namespace });
    const { resourceVersion } = metadata;
    const changed = { ...place.manifest, metadata: { name: namespace, resourceVersion } };
    const { metadata: after } = await client.update(ValidatingWebhookConfiguration, changed);
    await waiting.promise;
    // Another replica switches to the next authority.
    const secret = await secretOf(client, place);
    const { kept } = keptIn(secret.data);
    const lost = { ...kept, authorityKey: undefined };
    const next = renew(lost, { ...settings, now: Date.now(), injectedFor: undefined }).kept;
    await client.update(Secret, { ...secret, data: dataOf(next) });
    const caBundle = Buffer.from(next.authorities.join('')).toString('base64');
    const path = '/webhooks/0/clientConfig/caBundle';
    await client.patch(ValidatingWebhookConfiguration, after, [{ op: 'add', path, value: caBundle }], { type: 'json' });
    // Long enough for it to notice.
    await sleep(300);
    opened.resolve();
    await eventually(() => expect(conflicts).toEqual([false, true]));
    expect(await trusted(client, place)).toEqual(next.authorities);
    expect(textOf(await secretOf(client, place), 'ca.crt')).toBe(next.authorities.join(''));
  });
});

describe.skipIf(!available)('an operator whose watches show its own changes late', { timeout: 60_000 }, () => {
  let environment: TestEnvironment;
  beforeAll(async () => {
    environment = await startTestEnvironment();
  }, 120_000);
  afterAll(() => environment?.stop());

  it.each([
    ['in the cluster', {}],
    ['outside of it', { url: 'https://127.0.0.1:9443' }],
  ])('warns of nothing, and makes no change twice: %s', async (_, place) => {
    const client = createClient(environment.config, { fieldManager: 'tests' });
    const { namespace, manifest } = await deploy(client);
    // What it changes here is shown at once, and makes it look at everything.
    const webhooks = manifest.webhooks! as NonNullable<MutatingWebhookConfiguration['webhooks']>;
    const metadata = { name: namespace };
    await client.create(MutatingWebhookConfiguration, { metadata, webhooks });
    onTestFinished(() => client.delete(MutatingWebhookConfiguration, metadata).catch(() => undefined));
    const transport = createTransport(environment.config);
    onTestFinished(() => transport.close());
    const late: Transport = {
      ...transport,
      lines: async function* (request, options) {
        for await (const line of transport.lines(request, options)) {
          if (request.path.includes('/validating')) await sleep(1500);
          yield line;
        }
      },
    };
    const patched: string[] = [];
    const real = createClient(transport);
    const counting: Client = {
      ...real,
      patch: (...given: never[]) => {
        const [kind, { name }] = given as unknown as [KindHandle, { name: string }];
        patched.push(`${resourceInfo(kind).kind} ${name}`);
        return (real.patch as (...all: never[]) => Promise<never>)(...given);
      },
    };
    const lines: Record<string, unknown>[] = [];
    const settings = resolveSelfSigned({ service: 'webhooks', namespace, ...place }, undefined);
    const served = new ServedCertificate();
    const metrics = { certificateRead: () => undefined };
    const log = logInto(lines);
    const keeper = new Keeper({
      client: counting,
      transport: late,
      settings,
      served,
      converted: [],
      admits: true,
      log,
      metrics,
    });
    const end = new AbortController();
    const running = keeper.run(end.signal);
    served.follow((await served.first(end.signal))!, server);
    await eventually(() => expect(served.problem).toBeUndefined());
    const before = [...patched];
    end.abort();
    await running;
    expect(lines.filter(({ level }) => level !== 'info')).toEqual([]);
    const names = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];
    expect(before.toSorted()).toEqual(names.map((name) => `${name} ${namespace}`));
  });
});
