import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oldWebhookName, webhookName } from '../../src/project/webhook-name.js';

const parts = {
  verb: 'mutate',
  groupDash: '',
  kindLower: 'order',
  version: 'v1',
  domain: 'example.com',
  projectName: 'shop-operator',
} as const;

/** What the API server takes as the name of a webhook. */
const valid = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?){2,}$/;

describe('the name of a webhook', () => {
  it.each([
    [{}, 'morder-v1.example.com'],
    [{ verb: 'validate' }, 'vorder-v1.example.com'],
    [{ groupDash: 'batch.jobs-' }, 'mbatch.jobs-order-v1.example.com'],
    // Three parts, whatever the domain.
    [{ domain: 'local' }, 'morder-v1.shop-operator.local'],
    [{ domain: 'a.b.c.d' }, 'morder-v1.a.b.c.d'],
  ] as const)('is in the domain of the project: %j', (some, name) => {
    expect(webhookName({ ...parts, ...some })).toBe(name);
  });

  it('was in a domain of the Kubernetes project', () => {
    expect(oldWebhookName(parts)).toBe('morder-v1.kb.io');
  });

  it('is valid, and another one for another kind, however long its parts are', () => {
    const label = fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,80}[a-z0-9])?$/);
    const domain = fc.oneof(
      fc.array(label, { minLength: 1, maxLength: 12 }).map((labels) => labels.join('.')),
      fc.integer({ min: 1, max: 253 }).map((length) => 'a'.repeat(length)),
    );
    const groupDash = fc.oneof(
      fc.constant(''),
      fc.array(label, { minLength: 1, maxLength: 4 }).map((each) => `${each.join('.')}-`),
    );
    fc.assert(
      fc.property(domain, groupDash, label, (some, group, kindLower) => {
        const given = { ...parts, groupDash: group, kindLower, domain: some.slice(0, 253).replace(/[-.]+$/, '') };
        const name = webhookName(given);
        expect(name).toMatch(valid);
        expect(name.length).toBeLessThanOrEqual(253);
        expect(webhookName({ ...given, kindLower: `${kindLower}s` })).not.toBe(name);
        expect(webhookName({ ...given, verb: 'validate' })).not.toBe(name);
      }),
      { numRuns: 500 },
    );
  });
});
