import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bundleOf } from '../../../test/support/bundle.js';
import { eventually } from '../../../test/support/eventually.js';
import { full } from '../../../test/support/few.js';
import { startOperator, type OperatorProcess } from '../../../test/support/operator-process.js';
import type { Client } from '../client/client.js';
import { createClient } from '../client/create-client.js';
import { loadConfig } from '../configuration/load-config.js';
import { createTransport } from '../transport/create-transport.js';
import type { Transport } from '../transport/transport.js';
import { ConfigMap, Namespace } from '../k8s/core/v1.js';
import type { AuditEvent } from '../testing/environment/audit.js';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../testing/index.js';

const assets = await findTestAssets();
const lease = 2000;
const operators = ['one', 'two'] as const;

// Two operators in separate processes write continuously; the audit log of the API server is the evidence.
describe.skipIf(!assets.found && process.env['CI'] !== 'true')('a leader that stood still', { timeout: 90_000 }, () => {
  let environment: TestEnvironment;
  let transport: Transport;
  let client: Client;
  const script = bundleOf(new URL('../../../test/support/leading-operator.ts', import.meta.url));

  beforeAll(async () => {
    const users = operators.map((name) => ({ name, groups: ['system:masters'] }));
    environment = await startTestEnvironment({ users });
    transport = createTransport(await loadConfig({ kubeconfig: environment.kubeconfigPath }));
    client = createClient(transport, { fieldManager: 'tests' });
  }, 120_000);
  afterAll(async () => {
    transport?.close();
    await environment?.stop();
  });

  /** Starts both operators: the first leads and writes, the second waits. */
  async function startBoth(namespace: string, duration = lease): Promise<readonly [OperatorProcess, OperatorProcess]> {
    await client.create(Namespace, { metadata: { name: namespace } });
    for (const name of ['a', 'b', 'c']) await client.create(ConfigMap, { metadata: { name, namespace } });
    const start = async (name: string): Promise<OperatorProcess> => {
      const started = startOperator(script, [
        await environment.userKubeconfig(name),
        namespace,
        name,
        String(duration),
      ]);
      onTestFinished(() => started.kill('SIGKILL'));
      return started;
    };
    const one = await start('one');
    await one.waitForLine('controller started');
    const two = await start('two');
    await two.waitForLine('waiting to become the leader');
    await eventually(async () => expect((await writes(namespace, 'one')).length).toBeGreaterThan(10));
    return [one, two];
  }

  type Seen = AuditEvent & { readonly requestReceivedTimestamp: string };
  const writes = async (namespace: string, user: string): Promise<Seen[]> =>
    ((await environment.auditEvents()) as Seen[]).filter(
      ({ verb, user: { username }, objectRef }) =>
        username === user &&
        objectRef?.namespace === namespace &&
        ['create', 'update', 'patch', 'delete'].includes(verb),
    );

  /** Returns what the first operator wrote before and after the second acquired the lease. */
  async function aroundTakeover(namespace: string) {
    const takeover = (await writes(namespace, 'two')).find(
      ({ objectRef, responseStatus }) => objectRef?.resource === 'leases' && responseStatus?.code === 200,
    );
    expect(takeover).toBeDefined();
    const all = await writes(namespace, 'one');
    const isAfter = ({ requestReceivedTimestamp }: Seen): boolean =>
      requestReceivedTimestamp > takeover!.requestReceivedTimestamp;
    return { before: all.filter((each) => !isAfter(each)), after: all.filter(isAfter) };
  }

  it('writes nothing more when a reconcile had held its event loop for longer than the lease, and ends', async () => {
    const [one, two] = await startBoth('blocked');
    await client.create(ConfigMap, { metadata: { name: 'block', namespace: 'blocked' }, data: { for: 'one' } });
    await one.waitForLine('blocking');
    await two.waitForLine('controller started');
    await sleep(500);
    expect(await one.ended()).toBe(1);
    const line = await one.waitForLine('the operator ended');
    expect(line['error']).toMatchObject({
      name: 'LeaseLostError',
      message: expect.stringMatching(/blocked\/lead was lost: this process was unresponsive for \d\.\d s/),
    });
    expect(await two.stop()).toBe(0);
    const { before, after } = await aroundTakeover('blocked');
    expect(before.length).toBeGreaterThan(10);
    expect(after).toEqual([]);
  });

  full('writes nothing more when the process was frozen for longer than the lease, and ends', async () => {
    const [one, two] = await startBoth('frozen');
    one.kill('SIGSTOP');
    await two.waitForLine('controller started');
    await sleep(500);
    one.kill('SIGCONT');
    expect(await one.ended()).toBe(1);
    expect((await one.waitForLine('the operator ended'))['error']).toMatchObject({ name: 'LeaseLostError' });
    expect(await two.stop()).toBe(0);
    const { before, after } = await aroundTakeover('frozen');
    expect(before.length).toBeGreaterThan(10);
    expect(after).toEqual([]);
  });

  it('is followed after the lease when it was killed', async () => {
    const [one, two] = await startBoth('followed');
    one.kill('SIGKILL');
    const killed = performance.now();
    await two.waitForLine('controller started');
    expect(performance.now() - killed).toBeGreaterThan(lease * 0.7);
    expect(await two.stop()).toBe(0);
  });

  it('is followed at once when it was told to stop', async () => {
    // So long that the second cannot have waited for it.
    const [one, two] = await startBoth('released', 60_000);
    expect(await one.stop()).toBe(0);
    const released = performance.now();
    await two.waitForLine('controller started');
    expect(performance.now() - released).toBeLessThan(30_000);
    expect(await two.stop()).toBe(0);
  });
});
