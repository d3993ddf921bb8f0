import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { silentLogger } from '../../../test/support/logs.js';
import { Cache } from '../cache/cache.js';
import { cachedClient } from '../cache/cached-client.js';
import { isAlreadyExists, isConflict } from '../client/error-reasons.js';
import type { Client } from '../client/client.js';
import { createClient } from '../client/create-client.js';
import { loadConfig } from '../configuration/load-config.js';
import { createTransport } from '../transport/create-transport.js';
import type { Transport } from '../transport/transport.js';
import { Deployment } from '../k8s/apps/v1.js';
import { ConfigMap } from '../k8s/core/v1.js';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../testing/index.js';
import { indexByController } from './controller-of.js';
import { createOrPatch, createOrUpdate, type MutateFn } from './create-or-update.js';
import { setControllerReference } from './owner-reference.js';
import { retryOnConflict } from './retry.js';

const assets = await findTestAssets();
const namespace = 'default';

let environment: TestEnvironment;
let transport: Transport;
let client: Client;
const sent: string[] = [];

describe.skipIf(!assets.found && process.env['CI'] !== 'true')('on a real API server', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    environment = await startTestEnvironment();
    transport = createTransport(await loadConfig({ kubeconfig: environment.kubeconfigPath }));
    const send: Transport['send'] = (request) => {
      sent.push(`${request.method} ${request.path}`);
      return transport.send(request);
    };
    client = createClient({ ...transport, send }, { fieldManager: 'tests' });
  }, 120_000);
  afterAll(async () => {
    transport?.close();
    await environment?.stop();
  });

  /** Returns the writes of an action, by method and path. */
  async function writesOf(action: () => Promise<unknown>): Promise<string[]> {
    sent.length = 0;
    await action();
    return sent.filter((each) => !each.startsWith('GET')).map((each) => each.replace(/\/apis?\/.*\/default/, ''));
  }

  const shape =
    (replicas: number): MutateFn<Deployment> =>
    (deployment) => {
      const labels = { app: deployment.metadata.name };
      const spec = (deployment.spec ??= { selector: { matchLabels: labels }, template: { metadata: { labels } } });
      spec.replicas = replicas;
      const pod = (spec.template.spec ??= { containers: [{ name: 'web' }] });
      pod.containers[0]!.image = 'nginx';
    };

  it.each([
    ['createOrUpdate', createOrUpdate, 'PUT'],
    ['createOrPatch', createOrPatch, 'PATCH'],
  ] as const)('%s creates, changes what differs, and leaves alone what the server filled in', async (_, call, verb) => {
    const name = `web-${verb.toLowerCase()}`;
    const run = async (replicas: number) =>
      call(client, Deployment, { metadata: { name, namespace } }, shape(replicas));
    expect(await run(1)).toMatchObject({
      result: 'created',
      object: { metadata: { uid: expect.any(String) as string } },
    });
    const path = `/deployments/${name}`;
    expect(
      await writesOf(async () => {
        const { result, object } = await run(1);
        expect(result).toBe('unchanged');
        expect(object.spec?.template.spec?.containers[0]?.terminationMessagePath).toBe('/dev/termination-log');
      }),
    ).toEqual([]);
    expect(
      await writesOf(async () =>
        expect(await run(2)).toMatchObject({ result: 'updated', object: { spec: { replicas: 2 } } }),
      ),
    ).toEqual([`${verb} ${path}`]);
    expect((await client.get(Deployment, { name, namespace })).spec?.replicas).toBe(2);
  });

  it('says that nothing changed where the server found that so', async () => {
    const object: Deployment = { metadata: { name: 'quantities', namespace } };
    const run = async () =>
      createOrUpdate(client, Deployment, object, async (deployment) => {
        await shape(1)(deployment);
        deployment.spec!.template.spec!.containers[0]!.resources = { limits: { cpu: '1000m' } };
      });
    expect((await run()).result).toBe('created');
    expect((await run()).result).toBe('unchanged');
  });

  it('createOrPatch writes the object and its status, each where it changed', async () => {
    const object: Deployment = { metadata: { name: 'with-status', namespace } };
    const run = async (replicas: number, ready: number) =>
      createOrPatch(client, Deployment, object, async (deployment) => {
        await shape(replicas)(deployment);
        deployment.status = { ...deployment.status, replicas: 9, readyReplicas: ready };
      });
    expect((await run(1, 1)).result).toBe('created');
    expect(await run(1, 1)).toMatchObject({ result: 'updatedStatusOnly', object: { status: { readyReplicas: 1 } } });
    expect(await run(1, 1)).toMatchObject({ result: 'unchanged', object: { status: { readyReplicas: 1 } } });
    const writes = await writesOf(async () =>
      expect(await run(2, 2)).toMatchObject({
        result: 'updatedStatus',
        object: { spec: { replicas: 2 }, status: { replicas: 9, readyReplicas: 2 } },
      }),
    );
    expect(writes).toEqual(['PATCH /deployments/with-status', 'PATCH /deployments/with-status/status']);
    expect((await run(3, 2)).result).toBe('updated');
  });

  it('meets a conflict when someone else was faster, and retryOnConflict reads again', async () => {
    const object: ConfigMap = { metadata: { name: 'contended', namespace } };
    await client.create(ConfigMap, object);
    let [others, changes] = [2, 0];
    const contended = async (options: { optimisticLock?: boolean }) => {
      const call = options.optimisticLock === undefined ? createOrUpdate : createOrPatch;
      return call(
        client,
        ConfigMap,
        object,
        async (found) => {
          if (others > 0) await client.patch(ConfigMap, found, { data: { others: String((changes += 1)) } });
          others -= 1;
          found.data = { ...found.data, mine: 'x' };
        },
        options,
      );
    };
    await expect(contended({})).rejects.toSatisfy(isConflict);
    await expect(contended({ optimisticLock: true })).rejects.toSatisfy(isConflict);
    others = 2;
    const { result, object: stored } = await retryOnConflict(() => contended({}));
    expect(result).toBe('updated');
    expect(stored.data).toEqual({ others: '4', mine: 'x' });
    // Without the lock, patches of different keys do not conflict.
    others = 1;
    await client.patch(ConfigMap, stored, { data: { mine: null } });
    await expect(contended({ optimisticLock: false })).resolves.toMatchObject({
      result: 'updated',
      object: { data: { others: '5', mine: 'x' } },
    });
  });

  it('does not create twice, and does not write another object than it read', async () => {
    const object: ConfigMap = { metadata: { name: 'raced', namespace } };
    const raced = createOrUpdate(client, ConfigMap, object, async () => void (await client.create(ConfigMap, object)));
    await expect(raced).rejects.toSatisfy(isAlreadyExists);
    const renamed = createOrUpdate(client, ConfigMap, object, (found) => {
      found.metadata.name = 'another';
    });
    await expect(renamed).rejects.toThrow('raced: the function must not change the name');
    expect(await client.getOrNull(ConfigMap, { name: 'another', namespace })).toBeNull();
  });

  it('takes a reference to a controller', async () => {
    const owner = await client.create(ConfigMap, { metadata: { name: 'owner', namespace } });
    const { object } = await createOrUpdate(client, ConfigMap, { metadata: { name: 'owned', namespace } }, (found) =>
      setControllerReference(ConfigMap, owner, found),
    );
    expect(object.metadata.ownerReferences).toMatchObject([{ kind: 'ConfigMap', name: 'owner', controller: true }]);
  });

  describe('with a cache that selects by a label', () => {
    const labels = { app: 'web' };

    /** Returns a client that reads from a cache of the objects with the label. */
    function selectingClient(fieldManager: string | undefined): Client {
      const cache = new Cache({ transport, log: silentLogger, defaultLabelSelector: labels });
      const stop = new AbortController();
      const running = cache.start(stop.signal);
      onTestFinished(async () => {
        stop.abort();
        await running;
      });
      return cachedClient(cache, createClient(transport, { writes: cache, fieldManager }));
    }
    /** Waits until the cache does not contain the object. */
    const isHidden = (cached: Client, name: string) =>
      eventually(async () => expect(await cached.getOrNull(ConfigMap, { name, namespace })).toBeNull());

    type Call = typeof createOrUpdate | typeof createOrPatch;
    const cases = [
      ['createOrUpdate', createOrUpdate],
      ['createOrPatch', createOrPatch],
    ] as const satisfies readonly [string, Call][];

    describe.each(cases)('%s', (callName, call: Call) => {
      it.each([
        ['removed', 'the field manager', null],
        ['changed', 'the field manager', 'another'],
        ['removed', 'an owner', null],
        ['changed', 'an owner', 'another'],
      ])('puts a label back that was %s, if the object is known by %s', async (what, by, value) => {
        const isOwned = by === 'an owner';
        const cached = selectingClient(isOwned ? undefined : 'selecting');
        const name = `hidden-${callName.toLowerCase()}-${what}-${isOwned ? 'owned' : 'managed'}`;
        const owner = await client.create(ConfigMap, { metadata: { name: `${name}-owner`, namespace } });
        const run = (round: string) =>
          call(cached, ConfigMap, { metadata: { name, namespace, labels } }, (found) => {
            found.data = { round };
            if (isOwned) setControllerReference(ConfigMap, owner, found);
          });
        expect((await run('1')).result).toBe('created');
        await client.patch(ConfigMap, { name, namespace }, { metadata: { labels: { app: value, kept: 'yes' } } });
        await isHidden(cached, name);
        expect(await run('2')).toMatchObject({
          result: 'updated',
          object: { data: { round: '2' }, metadata: { labels: { app: 'web', kept: 'yes' } } },
        });
        expect((await run('2')).result).toBe('unchanged');
      });

      it('says which labels the object of another user lacks, and leaves it alone', async () => {
        const cached = selectingClient('selecting');
        const name = `foreign-${callName.toLowerCase()}`;
        const theirs = await client.create(ConfigMap, { metadata: { name, namespace }, data: { theirs: 'x' } });
        const attempt = call(cached, ConfigMap, { metadata: { name, namespace, labels } }, (found) => {
          found.data = { ours: 'y' };
        });
        const error = await attempt.catch((thrown: unknown) => thrown as Error);
        expect(error).toSatisfy(isAlreadyExists);
        expect((error as Error).message).toContain('it lacks the labels app=web; a cache that selects by them');
        expect(await client.get(ConfigMap, { name, namespace })).toEqual(theirs);
      });

      it('says so where the object was created without the labels', async () => {
        const cached = selectingClient('selecting');
        const object = { metadata: { name: `unlabelled-${callName.toLowerCase()}`, namespace } };
        const run = () => call(cached, ConfigMap, object, (found) => void (found.data = { a: 'b' }));
        expect((await run()).result).toBe('created');
        await isHidden(cached, object.metadata.name);
        await expect(run()).rejects.toThrow('set the labels of the selector on it');
      });
    });
  });

  it('finds by index what an owner controls, as soon as it is written', async () => {
    const cache = new Cache({ transport, log: silentLogger });
    const stop = new AbortController();
    const running = cache.start(stop.signal);
    onTestFinished(async () => {
      stop.abort();
      await running;
    });
    const cached = cachedClient(cache, createClient(transport, { writes: cache }));
    cache.indexField(ConfigMap, 'metadata.controller', indexByController);
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) => cached.create(ConfigMap, { metadata: { name: `owner-${name}`, namespace } })),
    );
    for (const name of ['a', 'b', 'c']) {
      const object: ConfigMap = { metadata: { name: `owned-${name}`, namespace } };
      setControllerReference(ConfigMap, name === 'c' ? two! : one!, object);
      await cached.create(ConfigMap, object);
      const selector = { namespace, fieldSelector: `metadata.controller=${one!.metadata.uid}` };
      const { items } = await cached.list(ConfigMap, selector);
      const names = items.map(({ metadata }) => metadata.name).toSorted();
      expect(names).toEqual(name === 'a' ? ['owned-a'] : ['owned-a', 'owned-b']);
    }
  });
});
