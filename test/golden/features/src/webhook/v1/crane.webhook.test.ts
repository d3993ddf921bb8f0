import { readObject } from '@operator-gen/runtime/testing';
import { describe, expect, it } from 'vitest';
import type { Crane } from '../../api/v1/crane.types.js';
import { CraneDefaulter } from './crane.webhook.js';

// The sample must be valid.
const crane = await readObject<Crane>('config/samples/yard_v1_crane.yaml');

describe('the defaulter of Crane', () => {
  it('does not change an object with all fields set', () => {
    const defaulted = structuredClone(crane);
    new CraneDefaulter().default(defaulted);
    expect(defaulted).toEqual(crane);
  });
});
