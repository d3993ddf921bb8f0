import { createLogger, type Client } from '@operator-gen/runtime';
import { describe, expect, it } from 'vitest';
import { DeploymentReconciler } from './deployment.controller.js';

const context = {
  signal: new AbortController().signal,
  log: createLogger({ write: () => undefined }),
  reconcileID: 'test',
};

describe('the reconciler of Deployment', () => {
  it('ignores an object that no longer exists', async () => {
    const client = { getOrNull: async () => null } as unknown as Client;
    const key = { name: 'gone', namespace: 'default' };
    await expect(new DeploymentReconciler(client).reconcile(key, context)).resolves.toBeUndefined();
  });
});
