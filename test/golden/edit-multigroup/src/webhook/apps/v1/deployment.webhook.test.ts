import { describe, expect, it } from 'vitest';
import type { Deployment } from '@operator-gen/runtime/k8s/apps/v1';
import { DeploymentValidator } from './deployment.webhook.js';

const deployment = { metadata: { name: 'test' } } as Deployment;

describe('the validator of Deployment', () => {
  const validator = new DeploymentValidator();

  it('accepts a valid object', () => {
    expect(validator.validateCreate(deployment)).toEqual([]);
    expect(validator.validateUpdate(deployment, deployment)).toEqual([]);
    expect(validator.validateDelete(deployment)).toEqual([]);
  });
});
