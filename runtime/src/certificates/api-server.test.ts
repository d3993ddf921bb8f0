import { X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  deploy,
  eventually,
  secretOf,
  startReplica,
  textOf,
  trusted,
  write,
  type Place,
  type Replica,
  type ReplicaOptions,
} from '../../../test/support/self-signed.js';
import type { KubernetesObject } from '../api/object.js';
import { defineResource } from '../api/resource.js';
import type { Client } from '../client/client.js';
import { createClient } from '../client/create-client.js';
import { ConfigError } from '../errors/config-error.js';
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from '../k8s/admissionregistration/v1.js';
import { CustomResourceDefinition } from '../k8s/apiextensions/v1.js';
import { Secret } from '../k8s/core/v1.js';
import { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from '../k8s/rbac/v1.js';
import { FakeClock } from '../testing/clock/fake-clock.js';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../testing/index.js';
import { webhookManagedBy } from '../webhook/builder.js';
import { hubSpokeConverter, spokeConverter } from '../webhook/converter.js';

const assets = await findTestAssets();
const available = assets.found || process.env['CI'] === 'true';
const day = 86_400_000;

interface Box extends KubernetesObject {
  spec: { size?: number; volume?: string };
}
const names = { group: 'certs.example.com', kind: 'Box', plural: 'boxes', scope: 'Namespaced' } as const;
const Box = defineResource<Box>({ ...names, version: 'v2' });
const OldBox = defineResource<Box>({ ...names, version: 'v1' });
const converter = hubSpokeConverter(
  Box,
  spokeConverter<Box, Box>(OldBox, {
    convertTo: ({ spec }) => ({ spec: { size: Number(spec.volume) } }),
    convertFrom: ({ spec }) => ({ spec: { volume: `${spec.size}` } }),
  }),
);

describe.skipIf(!available)('a certificate that the manager makes, with a real API server', { timeout: 60_000 }, () => {
  let environment: TestEnvironment;
  let client: Client;

  beforeAll(async () => {
    environment = await startTestEnvironment({ users: [{ name: 'operator' }] });
    client = createClient(environment.config, { fieldManager: 'tests' });
  }, 120_000);
  afterAll(() => environment?.stop());

  const replica = (place: Place, options: Omit<ReplicaOptions, 'config'> = {}): Promise<Replica> =>
    startReplica(place, { config: environment.config, ...options });

  /** Waits until the API server uses what it has stored, which takes a moment. */
  const heard = (place: Place) => eventually(() => write(client, place));

  it('is made, kept in a Secret and told to the API server, before the operator is ready', async () => {
    const place = await deploy(client);
    const { namespace, manifest } = place;
    await expect(write(client, place)).rejects.toThrow(/failed calling webhook/);
    const { ready, asked } = await replica(place);
    await ready();
    await heard(place);
    expect(asked()).toBeGreaterThan(0);
    const secret = await secretOf(client, place);
    expect(secret.type).toBe('kubernetes.io/tls');
    expect(Object.keys(secret.data!).toSorted()).toEqual(['ca.crt', 'ca.key', 'tls.crt', 'tls.key']);
    const certificate = new X509Certificate(textOf(secret, 'tls.crt'));
    const full = `webhooks.${namespace}.svc`;
    const dnsNames = [full, `${full}.cluster.local`, `webhooks.${namespace}`, 'webhooks'];
    expect(certificate.subjectAltName).toBe(dnsNames.map((name) => `DNS:${name}`).join(', '));
    const { webhooks = [] } = await client.get(ValidatingWebhookConfiguration, { name: namespace });
    expect(webhooks[0]!.clientConfig.caBundle).toBe(secret.data!['ca.crt']);
    // Everything else is unchanged.
    expect(webhooks).toMatchObject(manifest.webhooks!);
    expect(webhooks[1]!.clientConfig.caBundle).toBeUndefined();
  });

  it.each([
    ['made by one of them', false],
    // So that no permission to create Secrets is needed.
    ['deployed with the operator, empty', true],
  ])('is the same for copies that start at once, with a Secret that is %s', async (_, isDeployed) => {
    const place = await deploy(client);
    if (isDeployed) await client.create(Secret, { metadata: { name: 'webhooks-cert', namespace: place.namespace } });
    const copies = await Promise.all(Array.from({ length: 4 }, () => replica(place)));
    await Promise.all(copies.map(({ ready }) => ready()));
    const cert = new X509Certificate(textOf(await secretOf(client, place), 'tls.crt'));
    const served = await Promise.all(place.ports.map((port) => handshake(port, place, trusted(client, place))));
    expect(new Set(served)).toEqual(new Set([cert.fingerprint256]));
    await heard(place);
    for (let round = 0; round < 8; round += 1) await write(client, place);
    const made = copies.flatMap(({ lines }) => lines.filter(({ change }) => /authority was made/.test(String(change))));
    expect(made).toHaveLength(1);
    for (const { lines } of copies)
      expect(lines.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
  });

  it('is read again by a restarted process, which writes nothing', async () => {
    const place = await deploy(client);
    const first = await replica(place);
    await first.ready();
    await first.stop();
    const versions = async () => [
      (await secretOf(client, place)).metadata.resourceVersion,
      (await client.get(ValidatingWebhookConfiguration, { name: place.namespace })).metadata.resourceVersion,
    ];
    const before = await versions();
    const second = await replica(place);
    await second.ready();
    await heard(place);
    expect(second.asked()).toBeGreaterThan(0);
    expect(await versions()).toEqual(before);
  });

  it('is renewed with its authority, and no request fails', { timeout: 90_000 }, async () => {
    const place = await deploy(client);
    // Certificates that are created while the clock advances are valid by the clock of the API server.
    const clocks = [0, 1].map(() => new FakeClock(Date.now() - 300 * day));
    const year = 365 * day;
    const durations = { caCertDuration: year, serverCertDuration: year };
    const copies = await Promise.all(clocks.map((clock) => replica(place, { selfSigned: { clock, ...durations } })));
    await Promise.all(copies.map(({ ready }) => ready()));
    await heard(place);
    const load = underLoad(place);
    const served = async () => new X509Certificate(textOf(await secretOf(client, place), 'tls.crt')).fingerprint256;
    const advance = async (milliseconds: number): Promise<void> => {
      for (const clock of clocks) await clock.advanceAsync(milliseconds);
    };
    const first = await served();
    const [old] = await trusted(client, place);

    await advance(244 * day);
    await eventually(async () => expect(await trusted(client, place)).toHaveLength(2));
    expect((await trusted(client, place)).slice(1)).toEqual([old]);
    // The new authority is distributed before a certificate that it signed is served.
    expect(await served()).toBe(first);
    await advance(60_000);
    expect(await served()).toBe(first);
    await eventually(async () => {
      await advance(60_000);
      expect(await served()).not.toBe(first);
    });
    await load.go(40);
    // Each replica may have distributed an authority; the one that was stored stays.
    const [next, ...rest] = await trusted(client, place);
    expect(rest).toEqual([old]);

    await advance(day);
    await eventually(async () => {
      await advance(60_000);
      expect(await trusted(client, place)).toEqual([next]);
    });
    await load.go(40);
    const { requests, handshakes, failures } = await load.end();
    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThan(50);
    expect(handshakes).toBeGreaterThan(50);
    for (const { lines } of copies) expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('is made again with its authority when the Secret is deleted, and no request fails', async () => {
    const place = await deploy(client);
    const copies = await Promise.all([replica(place), replica(place)]);
    await Promise.all(copies.map(({ ready }) => ready()));
    await heard(place);
    const load = underLoad(place);
    const [old] = await trusted(client, place);
    await client.delete(Secret, { name: 'webhooks-cert', namespace: place.namespace });
    await eventually(async () => expect(await trusted(client, place)).toHaveLength(2));
    expect((await trusted(client, place))[1]).toBe(old);
    await load.go(40);
    expect((await load.end()).failures).toEqual([]);
  });

  it.each([
    ['a key that is none', { 'tls.key': 'AAAA' }, /tls.key is not the key of tls.crt/],
    ['no authority', { 'ca.crt': '' }, /ca.crt holds no certificate/],
    ['nothing but rubbish', { 'ca.crt': 'AAAA', 'ca.key': 'AAAA', 'tls.crt': 'AAAA', 'tls.key': 'AAAA' }, /holds no/],
  ])('is put right when the Secret holds %s, and no request fails', async (_, data, problem) => {
    const place = await deploy(client);
    const first = await replica(place);
    await first.ready();
    await heard(place);
    const load = underLoad(place);
    const { metadata } = await secretOf(client, place);
    await client.patch(Secret, metadata, { data });
    await eventually(() =>
      expect(first.lines.filter(({ level }) => level === 'warn')).toEqual([
        expect.objectContaining({
          msg: expect.stringContaining('was damaged'),
          problems: expect.arrayContaining([expect.stringMatching(problem)]),
        }),
      ]),
    );
    await load.go(20);
    expect((await load.end()).failures).toEqual([]);
    await first.stop();
    // No process is left that knows the previous value.
    await client.patch(Secret, metadata, { data });
    const second = await replica(place);
    await second.ready();
    await heard(place);
  });

  it.each([
    ['is written by cert-manager', { annotations: { 'cert-manager.io/certificate-name': 'x' } }, undefined],
    ['contains tls.crt, tls.key, which this operator did not create', {}, { 'tls.crt': 'AAAA', 'tls.key': 'AAAA' }],
    [
      'contains the certificate of the Service other, not of webhooks',
      { labels: { 'operator-gen.dev/self-signed': 'other' } },
      undefined,
    ],
  ])('is not written over a Secret that %s', async (why, metadata, data) => {
    const place = await deploy(client);
    const secret = {
      metadata: { name: 'webhooks-cert', namespace: place.namespace, ...metadata },
      ...(data && { data }),
    };
    const { metadata: stored } = await client.create(Secret, secret);
    const { ended } = await replica(place);
    await expect(ended).rejects.toThrow(ConfigError);
    await expect(ended).rejects.toThrow(`the Secret ${place.namespace}/webhooks-cert ${why}`);
    expect((await secretOf(client, place)).metadata.resourceVersion).toBe(stored.resourceVersion);
  });

  it('is added to the webhooks again when a manifest removes it, and other changes of the manifest are kept', async () => {
    const place = await deploy(client);
    const { ready } = await replica(place);
    await ready();
    const name = place.namespace;
    const before = await trusted(client, place);
    const { metadata } = await client.get(ValidatingWebhookConfiguration, { name });
    const webhooks = place.manifest.webhooks!.map((webhook) => ({ ...webhook, timeoutSeconds: 7 }));
    await client.update(ValidatingWebhookConfiguration, {
      metadata: { ...metadata, labels: { app: 'new' } },
      webhooks,
    });
    await eventually(async () => expect(await trusted(client, place)).toEqual(before));
    const found = await client.get(ValidatingWebhookConfiguration, { name });
    expect(found.metadata.labels).toEqual({ app: 'new' });
    expect(found.webhooks!.map(({ timeoutSeconds }) => timeoutSeconds)).toEqual([7, 7]);
    await heard(place);
  });

  it('is added to webhooks that are deployed later, of both kinds', async () => {
    const place = await deploy(client);
    const { ready } = await replica(place);
    await ready();
    const [webhook] = place.manifest.webhooks!;
    const name = `${place.namespace}-late`;
    const late = { ...webhook!, clientConfig: { ...webhook!.clientConfig, caBundle: 'Cg==' } };
    await client.create(MutatingWebhookConfiguration, { metadata: { name }, webhooks: [late] });
    onTestFinished(() => client.delete(MutatingWebhookConfiguration, { name }));
    const caBundle = Buffer.from((await trusted(client, place)).join('')).toString('base64');
    await eventually(async () => {
      const { webhooks } = await client.get(MutatingWebhookConfiguration, { name });
      expect(webhooks![0]!.clientConfig.caBundle).toBe(caBundle);
    });
  });

  it('leaves who applies the manifest on the server its fields, and lets webhooks be taken out', async () => {
    const place = await deploy(client);
    const { ready } = await replica(place);
    await ready();
    const metadata = { name: `${place.namespace}-applied` };
    const [mine] = place.manifest.webhooks!;
    const apply = (...webhooks: object[]) =>
      client.apply(ValidatingWebhookConfiguration, { metadata, webhooks } as ValidatingWebhookConfiguration, {
        fieldManager: 'kubectl',
      });
    onTestFinished(() => client.delete(ValidatingWebhookConfiguration, metadata));
    const second = { ...mine!, name: 'second.example.com' };
    await apply(mine!, second);
    const bundles = async () =>
      (await client.get(ValidatingWebhookConfiguration, metadata)).webhooks!.map(
        ({ clientConfig }) => clientConfig.caBundle,
      );
    await eventually(async () => expect(await bundles()).toEqual([expect.any(String), expect.any(String)]));
    await apply(mine!);
    await eventually(async () => expect(await bundles()).toEqual([expect.any(String)]));
  });

  it('is used for conversions of the kinds that have a converter', async () => {
    const place = await deploy(client);
    const { namespace } = place;
    const service = { name: 'webhooks', namespace, port: place.port, path: '/convert' };
    const version = (name: string, storage: boolean) => ({
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
    const conversion = {
      strategy: 'Webhook',
      webhook: { clientConfig: { service }, conversionReviewVersions: ['v1'] },
    };
    const { group, scope, plural, kind } = names;
    const spec = {
      group,
      scope,
      names: { kind, plural },
      versions: [version('v1', false), version('v2', true)],
      conversion,
    };
    await client.create(CustomResourceDefinition, { metadata: { name: 'boxes.certs.example.com' }, spec });
    onTestFinished(() => client.delete(CustomResourceDefinition, { name: 'boxes.certs.example.com' }));
    const setup: ReplicaOptions['setup'] = (manager) =>
      webhookManagedBy(manager).for(Box).withConverter(converter).complete();
    const { ready } = await replica(place, { setup });
    await ready();
    const box = { metadata: { name: 'a', namespace }, spec: { volume: '3' } };
    await eventually(() => client.create(OldBox, box));
    expect((await client.get(Box, box.metadata)).spec).toEqual({ size: 3 });
    await client.delete(Box, box.metadata);
  });

  describe('as a user who may do nothing else', () => {
    const subjects = [{ kind: 'User', name: 'operator' }];
    const asOperator = async (place: Place, options: Omit<ReplicaOptions, 'config'> = {}): Promise<Replica> =>
      startReplica(place, { config: { ...environment.config, impersonate: { user: 'operator' } }, ...options });
    const admission = 'admissionregistration.k8s.io';

    it('says what is missing, and needs no more than that', async () => {
      const place = await deploy(client);
      const { namespace } = place;
      await client.create(Secret, { metadata: { name: 'webhooks-cert', namespace } });
      const only = { validatingWebhookConfigurations: [namespace], mutatingWebhookConfigurations: [] };
      const { readyz, ready, lines } = await asOperator(place, { selfSigned: only });
      const says = (rule: string) => eventually(async () => expect((await readyz()).text).toContain(rule));
      await says(
        `@Rbac({ groups: ['core'], resources: ['secrets'], resourceNames: ['webhooks-cert'], ` +
          `verbs: ['get', 'list', 'watch', 'update'], namespace: '${namespace}' })`,
      );
      expect(lines.filter(({ msg }) => msg === 'the certificate of the webhooks could not be maintained')).toHaveLength(
        1,
      );

      const inNamespace = { name: 'certificates', namespace };
      const secrets = { apiGroups: [''], resources: ['secrets'], resourceNames: ['webhooks-cert'] };
      const rules = [{ ...secrets, verbs: ['get', 'list', 'watch', 'update'] }];
      await client.create(Role, { metadata: inNamespace, rules });
      const apiGroup = 'rbac.authorization.k8s.io';
      const role = { apiGroup, kind: 'Role', name: inNamespace.name };
      await client.create(RoleBinding, { metadata: inNamespace, subjects, roleRef: role });
      await says(
        `@Rbac({ groups: ['${admission}'], resources: ['validatingwebhookconfigurations'], ` +
          `resourceNames: ['${namespace}'], verbs: ['get', 'list', 'watch', 'patch'] })`,
      );

      const everywhere = { name: `certificates-${namespace}` };
      const configurations = { apiGroups: [admission], resources: ['validatingwebhookconfigurations'] };
      await client.create(ClusterRole, {
        metadata: everywhere,
        rules: [{ ...configurations, resourceNames: [namespace], verbs: ['get', 'list', 'watch', 'patch'] }],
      });
      const clusterRole = { apiGroup, kind: 'ClusterRole', name: everywhere.name };
      await client.create(ClusterRoleBinding, { metadata: everywhere, subjects, roleRef: clusterRole });
      await ready();
      await heard(place);
      expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
    });
  });

  it('is not ready before what is named is there', async () => {
    const place = await deploy(client);
    const named = { validatingWebhookConfigurations: [`${place.namespace}-named`] };
    const { readyz, ready } = await replica(place, { selfSigned: named });
    await eventually(async () =>
      expect((await readyz()).text).toContain(`there is no ValidatingWebhookConfiguration ${place.namespace}-named`),
    );
    const metadata = { name: `${place.namespace}-named` };
    await client.create(ValidatingWebhookConfiguration, { ...place.manifest, metadata });
    onTestFinished(() => client.delete(ValidatingWebhookConfiguration, metadata));
    await ready();
  });

  it('is not written where cert-manager writes, and the operator is not ready', async () => {
    const place = await deploy(client);
    const name = place.namespace;
    const annotate = (value: string | null) =>
      client.patch(
        ValidatingWebhookConfiguration,
        { name },
        { metadata: { annotations: { 'cert-manager.io/inject-ca-from': value } } },
      );
    await annotate('a/b');
    const { readyz, ready } = await replica(place);
    await eventually(async () =>
      expect((await readyz()).text).toContain(
        `cert-manager writes its own authority into ValidatingWebhookConfiguration ${name}`,
      ),
    );
    expect(await trusted(client, place)).toEqual([]);
    await annotate(null);
    await ready();
  });

  /**
   * Returns the certificate that a replica serves to a client that trusts these authorities and connects as the API
   * server does.
   */
  async function handshake(port: number, { namespace }: Place, ca: Promise<readonly string[]>): Promise<string> {
    const trustedNow = await ca;
    return new Promise((resolve, reject) => {
      const options = { port, host: '127.0.0.1', ca: trustedNow as string[], servername: `webhooks.${namespace}.svc` };
      const socket = connect(options, () => {
        resolve(socket.getPeerX509Certificate()!.fingerprint256);
        socket.destroy();
      });
      socket.on('error', reject);
    });
  }

  /** Sends requests continuously, through the API server and as a client that opens a new connection each time. */
  function underLoad(place: Place) {
    const stop = new AbortController();
    const counts = { requests: 0, handshakes: 0 };
    const failures: unknown[] = [];
    const again = async (count: keyof typeof counts, ask: () => Promise<unknown>): Promise<void> => {
      while (!stop.signal.aborted) {
        await ask().then(
          () => (counts[count] += 1),
          (error: unknown) => failures.push(error),
        );
      }
    };
    const askAll = () => Promise.all(place.ports.map((port) => handshake(port, place, trusted(client, place))));
    const running = Promise.all([
      ...[0, 1].map(() => again('requests', () => write(client, place))),
      again('handshakes', askAll),
    ]);
    const go = async (more: number): Promise<void> => {
      const { requests, handshakes } = counts;
      await eventually(() => {
        expect(counts.requests).toBeGreaterThan(requests + more);
        expect(counts.handshakes).toBeGreaterThan(handshakes + more);
      });
    };
    const end = async () => {
      stop.abort();
      await running;
      return { ...counts, failures };
    };
    onTestFinished(async () => void (await end()));
    return { go, end };
  }
});
