import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  deploy,
  eventually,
  startReplica,
  trusted,
  write,
  type Place,
  type Replica,
  type ReplicaOptions,
} from '../../../test/support/self-signed.js';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundleOf } from '../../../test/support/bundle.js';
import { few } from '../../../test/support/few.js';
import { startOperator, type OperatorProcess } from '../../../test/support/operator-process.js';
import type { KubernetesObject } from '../api/object.js';
import { defineResource } from '../api/resource.js';
import { isNotFound } from '../client/error-reasons.js';
import type { Client } from '../client/client.js';
import { createClient } from '../client/create-client.js';
import { ValidatingWebhookConfiguration } from '../k8s/admissionregistration/v1.js';
import { CustomResourceDefinition } from '../k8s/apiextensions/v1.js';
import { Lease } from '../k8s/coordination/v1.js';
import { Secret } from '../k8s/core/v1.js';
import { ClusterRole, ClusterRoleBinding } from '../k8s/rbac/v1.js';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../testing/index.js';
import { freePort } from '../testing/environment/ports.js';
import { webhookManagedBy } from '../webhook/builder.js';
import { hubSpokeConverter } from '../webhook/converter.js';

const assets = await findTestAssets();
const available = assets.found || process.env['CI'] === 'true';
const annotation = 'operator-gen.dev/redirected-webhooks';

describe.skipIf(!available)('webhooks of a process outside of the cluster', { timeout: 60_000 }, () => {
  let environment: TestEnvironment;
  let client: Client;

  beforeAll(async () => {
    environment = await startTestEnvironment();
    client = createClient(environment.config, { fieldManager: 'tests' });
  }, 120_000);
  afterAll(() => environment?.stop());

  const replica = (place: Place, options: Omit<ReplicaOptions, 'config'> = {}): Promise<Replica> =>
    startReplica(place, { config: environment.config, ...options });

  /** Starts a process that the API server reaches by its address. */
  async function local(place: Place, setup?: ReplicaOptions['setup']): Promise<Replica & { readonly url: string }> {
    const port = await freePort();
    const url = `https://127.0.0.1:${port}`;
    const started = await replica(
      { ...place, ports: [] },
      { selfSigned: { url }, manager: { webhook: { port } }, ...(setup && { setup }) },
    );
    return { ...started, url };
  }

  /** Waits until the process is called, a moment after the API server has stored its address. */
  async function reaches({ asked }: Pick<Replica, 'asked'>, place: Place): Promise<void> {
    const before = asked();
    await eventually(async () => {
      await write(client, place);
      expect(asked()).toBeGreaterThan(before);
    });
  }

  /** Grants a user these permissions in the cluster. */
  async function allow(user: string, rules: readonly object[]): Promise<void> {
    const metadata = { name: user };
    await client.create(ClusterRole, { metadata, rules } as never);
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: user };
    const subjects = [{ kind: 'User', name: user }];
    await client.create(ClusterRoleBinding, { metadata, roleRef, subjects });
  }

  const webhooksOf = async ({ namespace: name }: Place) => {
    const { webhooks, metadata } = await client.get(ValidatingWebhookConfiguration, { name });
    return { webhooks: webhooks!, annotations: metadata.annotations };
  };

  it('are asked there as long as it runs, and where they were before once it has stopped', async () => {
    const place = await deploy(client);
    const before = await webhooksOf(place);
    const { ready, asked, stop, url, lines } = await local(place);
    await ready();
    await reaches({ asked }, place);
    expect(lines.find(({ msg }) => msg === 'serving webhooks')).toMatchObject({ host: '127.0.0.1' });
    const { webhooks } = await webhooksOf(place);
    expect(webhooks[0]!.clientConfig).toEqual({ url: `${url}/validate`, caBundle: expect.any(String) });
    expect(webhooks[1]).toEqual(before.webhooks[1]);
    expect(
      isNotFound(
        await client.get(Secret, { name: 'webhooks-cert', namespace: place.namespace }).catch((e: unknown) => e),
      ),
    ).toBe(true);
    await stop();
    expect(await webhooksOf(place)).toEqual(before);
    // API servers that do not know the change yet are still answered.
    const at = (text: RegExp): number => Date.parse(String(lines.find(({ msg }) => text.test(String(msg)))!['ts']));
    expect(at(/the webhook server stops/) - at(/restored the previous configuration/)).toBeGreaterThan(900);
  });

  it('that are not installed are named, and are asked there as soon as they are', async () => {
    const place = await deploy(client);
    await client.delete(ValidatingWebhookConfiguration, { name: place.namespace });
    const { ready, readyz, asked, lines } = await local(place);
    await eventually(async () => {
      const { problems } = lines.find(({ msg }) => msg === 'the API server cannot call all webhooks') ?? {};
      expect(problems).toEqual([
        `no webhook configuration refers to the Service ${place.namespace}/webhooks, so no admission webhook is called: ` +
          'apply those in the manifests of the operator, as `make install WEBHOOK_URL=...` does',
      ]);
      expect((await readyz()).code).toBe(500);
    });
    await client.create(ValidatingWebhookConfiguration, place.manifest);
    await ready();
    await reaches({ asked }, place);
  });

  it('are answered all the time while it starts and stops beside copies in the cluster', async () => {
    const place = await deploy(client);
    const inCluster = await replica(place);
    await inCluster.ready();
    await reaches(inCluster, place);
    const end = new AbortController();
    const failures: unknown[] = [];
    const running = (async () => {
      while (!end.signal.aborted) await write(client, place).catch((error: unknown) => failures.push(error));
    })();
    const { ready, asked, stop } = await local(place);
    await ready();
    await eventually(() => expect(asked()).toBeGreaterThan(5));
    await stop();
    const before = inCluster.asked();
    await eventually(() => expect(inCluster.asked()).toBeGreaterThan(before + 5));
    end.abort();
    await running;
    expect(failures).toEqual([]);
  });

  it('are left to it by copies in the cluster that run already, whose authority is put back too', async () => {
    const place = await deploy(client);
    const inCluster = await replica(place);
    await inCluster.ready();
    const bundle = await trusted(client, place);
    const { ready, asked, stop, url } = await local(place);
    await ready();
    await eventually(() =>
      expect(inCluster.lines).toContainEqual(
        expect.objectContaining({
          level: 'warn',
          msg: 'webhooks are redirected to another process',
          elsewhere: [expect.stringContaining(url)],
        }),
      ),
    );
    await reaches({ asked }, place);
    await stop();
    expect(await trusted(client, place)).toEqual(bundle);
    await reaches(inCluster, place);
  });

  it('are put back by the next start in the cluster after it was killed', async () => {
    const place = await deploy(client);
    const killed = await local(place);
    await killed.ready();
    const { metadata, webhooks } = await client.get(ValidatingWebhookConfiguration, { name: place.namespace });
    await killed.stop();
    // The state that a process leaves behind if it has no time to restore anything.
    const { resourceVersion: _, ...rest } = metadata;
    await client.delete(ValidatingWebhookConfiguration, { name: place.namespace });
    await client.create(ValidatingWebhookConfiguration, { metadata: rest, webhooks: webhooks! });
    await eventually(() => expect(write(client, place)).rejects.toThrow(/connection refused/));
    const { ready, asked } = await replica(place);
    await ready();
    await reaches({ asked }, place);
    const found = await webhooksOf(place);
    expect(found.annotations?.[annotation]).toBeUndefined();
    expect(found.webhooks[0]!.clientConfig).toMatchObject(place.manifest.webhooks![0]!.clientConfig);
  });

  describe('of a process of its own', () => {
    const bundle = bundleOf(new URL('../../../test/support/turning-operator.ts', import.meta.url));
    /** Starts it, with or without a URL. */
    const start = (
      kubeconfig: string,
      { namespace }: Place,
      port = 0,
      url?: string,
      env: Readonly<Record<string, string>> = {},
    ): OperatorProcess => {
      const flags = [kubeconfig, namespace, `${port}`, ...(url === undefined ? [] : [url])];
      const operator = startOperator(bundle, flags, env);
      onTestFinished(async () => {
        operator.kill('SIGKILL');
        await operator.ended();
      });
      return operator;
    };
    /** Starts it, and waits until it is called. */
    const turned = async (place: Place, kubeconfig = environment.kubeconfigPath, env?: Record<string, string>) => {
      const port = await freePort();
      const url = `https://127.0.0.1:${port}`;
      const operator = start(kubeconfig, place, port, url, env);
      await operator.waitForLine('the API server trusts the webhooks');
      await eventually(() => write(client, place));
      return { operator, url };
    };
    const expectServed = async (place: Place, kept: Place['manifest']): Promise<void> =>
      eventually(async () => {
        const { webhooks, annotations } = await webhooksOf(place);
        expect(annotations?.[annotation]).toBeUndefined();
        expect(webhooks.map(({ clientConfig: { service } }) => service)).toEqual(
          kept.webhooks!.map(({ clientConfig: { service } }) => service && { port: 443, ...service }),
        );
      });

    few(2).each(['SIGTERM', 'SIGUSR2', 'SIGINT', 'SIGHUP'] as const)(
      'are put back when it ends by %s',
      async (sent) => {
        const place = await deploy(client);
        const before = await webhooksOf(place);
        const { operator } = await turned(place);
        operator.kill(sent);
        // The last one is an uncaught exception.
        expect(await operator.ended()).toBe(sent === 'SIGUSR2' ? 1 : 0);
        expect(await webhooksOf(place)).toEqual(before);
      },
    );

    it('are put back when it loses the lease', async () => {
      const place = await deploy(client);
      const before = await webhooksOf(place);
      const { operator } = await turned(place, environment.kubeconfigPath, { LEASE: 'turning' });
      await operator.waitForLine('became the leader');
      const lease = { name: 'turning', namespace: place.namespace };
      await client.patch(Lease, lease, { spec: { holderIdentity: 'another' } });
      expect(await operator.ended()).toBe(1);
      expect(await webhooksOf(place)).toEqual(before);
    });

    it('are put back with the permissions that a role of an earlier version has, and with those of today', async () => {
      const admission = ['admissionregistration.k8s.io'];
      const resources = ['validatingwebhookconfigurations', 'mutatingwebhookconfigurations'];
      const all = { apiGroups: admission, resources };
      for (const rules of [
        (): object[] => [{ ...all, verbs: ['list', 'watch', 'patch'] }],
        (name: string): object[] => [
          { ...all, verbs: ['list', 'watch'] },
          { ...all, resourceNames: [name], verbs: ['get', 'patch'] },
        ],
      ]) {
        const place = await deploy(client);
        const before = await webhooksOf(place);
        const user = `local-${place.namespace}`;
        const kubeconfig = await environment.addUser({ name: user });
        await allow(user, rules(place.namespace));
        const { operator } = await turned(place, kubeconfig);
        expect(await operator.stop()).toBe(0);
        expect(await webhooksOf(place)).toEqual(before);
      }
    });

    it('are put back by the next start without a URL after it was killed, and can be asked again', async () => {
      const place = await deploy(client);
      const { operator } = await turned(place);
      operator.kill('SIGKILL');
      await operator.ended();
      await eventually(() => expect(write(client, place)).rejects.toThrow(/connection refused/));
      const next = start(environment.kubeconfigPath, place);
      await expectServed(place, place.manifest);
      expect(await next.stop()).toBe(0);
      const inCluster = await replica(place);
      await inCluster.ready();
      await reaches(inCluster, place);
    });

    it('are put back by the next start in the cluster after it was killed, and can be asked again', async () => {
      const place = await deploy(client);
      const { operator } = await turned(place);
      operator.kill('SIGKILL');
      await operator.ended();
      const { ready, asked } = await replica(place);
      await ready();
      await reaches({ asked }, place);
      await expectServed(place, place.manifest);
    });

    it('are not looked for by who may not, and nothing is asked that is forbidden', async () => {
      const place = await deploy(client);
      const name = `nobody-${place.namespace}`;
      const operator = start(await environment.addUser({ name }), place);
      const answers = async () => {
        const events = await environment.auditEvents();
        return events.filter(({ user }) => user.username === name).map(({ responseStatus }) => responseStatus?.code);
      };
      await eventually(async () => expect(await answers()).toHaveLength(3));
      // Long enough for another request.
      await sleep(500);
      expect(await answers()).toEqual([201, 201, 201]);
      expect(await operator.stop()).toBe(0);
      expect(operator.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
    });

    it('are not read by an operator of another Service, which may only list them', async () => {
      const place = await deploy(client);
      const killed = await turned(await deploy(client));
      killed.operator.kill('SIGKILL');
      await killed.operator.ended();
      const name = `lists-${place.namespace}`;
      const apiGroups = ['admissionregistration.k8s.io'];
      const resources = ['validatingwebhookconfigurations', 'mutatingwebhookconfigurations'];
      const kubeconfig = await environment.addUser({ name });
      await allow(name, [{ apiGroups, resources, verbs: ['list'] }]);
      const operator = start(kubeconfig, place);
      const answers = async () => {
        const events = await environment.auditEvents();
        return events.filter(({ user }) => user.username === name).map(({ responseStatus }) => responseStatus?.code);
      };
      await eventually(async () => expect((await answers()).length).toBeGreaterThanOrEqual(5));
      // Long enough for another request.
      await sleep(500);
      expect(await answers()).toEqual([201, 200, 201, 200, 201]);
      expect(await operator.stop()).toBe(0);
    });

    it('are left by a start without a URL to one that answers, and to that of another Service', async () => {
      const place = await deploy(client);
      const other = await deploy(client);
      const { url } = await turned(place);
      const killed = await turned(other);
      killed.operator.kill('SIGKILL');
      const next = start(environment.kubeconfigPath, place);
      await next.waitForLine('webhooks are redirected to another process');
      await next.stop();
      expect((await webhooksOf(place)).webhooks[0]!.clientConfig.url).toBe(`${url}/validate`);
      expect((await webhooksOf(other)).webhooks[0]!.clientConfig.url).toBe(`${killed.url}/validate`);
    });

    it('are never put back to another process that was killed', async () => {
      const place = await deploy(client);
      const first = await turned(place);
      const second = await turned(place);
      first.operator.kill('SIGKILL');
      await second.operator.stop();
      await expectServed(place, place.manifest);
    });

    it('are put back by hand with the commands of the documentation', async () => {
      const place = await deploy(client);
      const { operator } = await turned(place);
      operator.kill('SIGKILL');
      await operator.ended();
      const { namespace } = place;
      const page = readFileSync(new URL('../../../docs/tasks/certificate.md', import.meta.url), 'utf8');
      const [patch = ''] = /\[\{"op":"remove","path":"\/webhooks\/0.*\]/.exec(page) ?? [];
      const operations = JSON.parse(
        patch.replaceAll('foo-webhook-service', 'webhooks').replaceAll('foo-system', namespace),
      );
      await client.patch(ValidatingWebhookConfiguration, { name: namespace }, operations, { type: 'json' });
      const { webhooks, annotations } = await webhooksOf(place);
      expect(annotations?.[annotation]).toBeUndefined();
      expect(webhooks[0]!.clientConfig.service).toMatchObject({ name: 'webhooks', namespace });
      expect(webhooks[0]!.clientConfig.url).toBeUndefined();
    });
  });

  it('are taken from another such process, which leaves them alone from then on', async () => {
    const place = await deploy(client);
    const before = await webhooksOf(place);
    const first = await local(place);
    await first.ready();
    const second = await local(place);
    await second.ready();
    await reaches(second, place);
    await first.stop();
    await reaches(second, place);
    await second.stop();
    expect(await webhooksOf(place)).toEqual(before);
  });

  it('are turned to it again when a manifest takes them back', async () => {
    const place = await deploy(client);
    const { ready, asked } = await local(place);
    await ready();
    const { metadata } = await client.get(ValidatingWebhookConfiguration, { name: place.namespace });
    const { resourceVersion } = metadata;
    await client.update(ValidatingWebhookConfiguration, {
      ...place.manifest,
      metadata: { name: place.namespace, resourceVersion },
    });
    await eventually(async () => expect((await webhooksOf(place)).webhooks[0]!.clientConfig.url).toBeDefined());
    await reaches({ asked }, place);
  });

  it('keep cert-manager from writing its authority into them meanwhile', async () => {
    const place = await deploy(client);
    const annotations = { 'cert-manager.io/inject-ca-from': 'a/b', team: 'mine' };
    await client.patch(ValidatingWebhookConfiguration, { name: place.namespace }, { metadata: { annotations } });
    const { ready, stop } = await local(place);
    await ready();
    expect(Object.keys((await webhooksOf(place)).annotations!).toSorted()).toEqual([annotation, 'team']);
    await stop();
    expect((await webhooksOf(place)).annotations).toEqual(annotations);
  });

  it('convert the kinds that have a converter, whatever Service the CustomResourceDefinition names', async () => {
    const place = await deploy(client);
    const names = {
      group: `${place.namespace}.example.com`,
      kind: 'Box',
      plural: 'boxes',
      scope: 'Namespaced',
    } as const;
    const Box = defineResource<KubernetesObject>({ ...names, version: 'v1' });
    const name = `boxes.${names.group}`;
    const service = { name: 'webhook-service', namespace: 'system', path: '/convert' };
    const { group, scope, kind, plural } = names;
    await client.create(CustomResourceDefinition, {
      metadata: { name },
      spec: {
        ...{ group, scope, names: { kind, plural } },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
        conversion: { strategy: 'Webhook', webhook: { clientConfig: { service }, conversionReviewVersions: ['v1'] } },
      },
    });
    onTestFinished(() => client.delete(CustomResourceDefinition, { name }));
    const clientConfig = async () =>
      (await client.get(CustomResourceDefinition, { name })).spec.conversion?.webhook?.clientConfig;
    const before = await clientConfig();
    const { ready, stop, url } = await local(place, (manager) =>
      webhookManagedBy(manager).for(Box).withConverter(hubSpokeConverter(Box)).complete(),
    );
    await ready();
    expect(await clientConfig()).toEqual({ url: `${url}/convert`, caBundle: expect.any(String) });
    await stop();
    expect(await clientConfig()).toEqual(before);
  });

  it('are not touched where it cannot listen', async () => {
    const place = await deploy(client);
    const taken = await replica(place);
    await taken.ready();
    const version = async () =>
      (await client.get(ValidatingWebhookConfiguration, { name: place.namespace })).metadata.resourceVersion;
    const before = await version();
    const port = taken.manager.webhookServer.port!;
    const { ended } = await replica(
      { ...place, ports: [] },
      { selfSigned: { url: `https://127.0.0.1:${port}` }, manager: { webhook: { port } } },
    );
    await expect(ended).rejects.toThrow(/another process already uses this address/);
    expect(await version()).toBe(before);
  });
});
