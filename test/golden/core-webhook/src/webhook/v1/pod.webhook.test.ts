import { describe, expect, it } from 'vitest';
import type { Pod } from '@operator-gen/runtime/k8s/core/v1';
import { PodDefaulter } from './pod.webhook.js';

const pod = { metadata: { name: 'test' } } as Pod;

describe('the defaulter of Pod', () => {
  it('leaves an object alone that says everything', () => {
    const defaulted = structuredClone(pod);
    new PodDefaulter().default(defaulted);
    expect(defaulted).toEqual(pod);
  });
});
