import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../client/create-client.js';
import type { Client } from '../../client/client.js';
import { ConfigMap, Event, Secret } from '../../k8s/core/v1.js';
import { findTestAssets } from '../environment/assets.js';
import { startTestEnvironment, type TestEnvironment } from '../environment/environment.js';
import { eventually, eventuallyGone } from './eventually.js';

const available = (await findTestAssets()).found || process.env['CI'] === 'true';

describe.skipIf(!available)('eventually', { timeout: 60_000 }, () => {
  let environment: TestEnvironment;
  let client: Client;
  beforeAll(async () => {
    environment = await startTestEnvironment();
    client = createClient(environment.config);
  });
  afterAll(() => environment?.stop());

  const soon = { timeoutMs: 300 };

  function create(name: string, data = { size: '1' }) {
    return client.create(ConfigMap, { metadata: { namespace: 'default', name }, data });
  }

  it('waits for an object, and for what is expected of it, and returns it', async () => {
    const key = { namespace: 'default', name: 'waited-for' };
    const found = eventually(client, ConfigMap, key, ({ data }) => expect(data).toEqual({ size: '2' }));
    await create('waited-for');
    await client.patch(ConfigMap, key, { data: { size: '2' } });
    expect((await found).data).toEqual({ size: '2' });
    const gone = eventuallyGone(client, ConfigMap, key);
    await client.delete(ConfigMap, key);
    await expect(gone).resolves.toBeUndefined();
  });

  it('shows what was wrong, the object and its last events', async () => {
    const key = { namespace: 'default', name: 'wrong' };
    const { metadata } = await create('wrong');
    for (const [index, reason] of ['First', 'Second'].entries()) {
      await client.create(Event, {
        metadata: { namespace: 'default', name: `wrong.${reason.toLowerCase()}` },
        involvedObject: { apiVersion: 'v1', kind: 'ConfigMap', ...key, uid: metadata.uid },
        reason,
        message: 'it is too small',
        type: 'Warning',
        count: index + 1,
        lastTimestamp: `2026-01-01T00:00:0${index}Z`,
      });
    }
    const failed = await eventually(client, ConfigMap, key, ({ data }) => data?.['size'] === '2', soon).catch(String);
    expect(failed).toMatch(
      /^Error: ConfigMap default\/wrong, not after 0\.3 s: the check returned false\n\napiVersion: v1\n/,
    );
    expect(failed).toContain('data:\n  size: "1"\n');
    expect(failed).not.toContain('managedFields');
    expect(failed).toContain(
      'Events:\n  00:00:00 Warning First: it is too small\n  00:00:01 Warning Second: it is too small (2 times)',
    );
    await expect(eventuallyGone(client, ConfigMap, key, soon)).rejects.toThrow(
      'default/wrong, not after 0.3 s: it still exists',
    );
  });

  it('says that the object does not exist', async () => {
    const key = { namespace: 'default', name: 'nowhere' };
    await expect(eventually(client, ConfigMap, key, () => true, soon)).rejects.toThrow(
      'ConfigMap default/nowhere, not after 0.3 s: it does not exist\n\nNo events.',
    );
  });

  it('shows no values of a Secret', async () => {
    const key = { namespace: 'default', name: 'password' };
    await client.create(Secret, { metadata: key, stringData: { password: 'hunter2' } });
    const failed = await eventually(client, Secret, key, () => false, soon).catch(String);
    expect(failed).toContain('password: (12 characters)');
    expect(failed).not.toContain(Buffer.from('hunter2').toString('base64'));
  });
});
