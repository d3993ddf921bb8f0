import { createLogger, type Client } from '@operator-gen/runtime';
import { describe, expect, it } from 'vitest';
import { RoleReconciler } from './role.controller.js';

const context = {
  signal: new AbortController().signal,
  log: createLogger({ write: () => undefined }),
  reconcileID: 'test',
};

describe('the reconciler of Role', () => {
  it('ignores an object that no longer exists', async () => {
    const client = { getOrNull: async () => null } as unknown as Client;
    const key = { name: 'gone', namespace: 'default' };
    await expect(new RoleReconciler(client).reconcile(key, context)).resolves.toBeUndefined();
  });
});
