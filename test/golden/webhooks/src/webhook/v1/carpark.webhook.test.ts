import { readObject } from '@operator-gen/runtime/testing';
import { describe, expect, it } from 'vitest';
import type { CarPark } from '../../api/v1/carpark.types.js';
import { CarParkDefaulter } from './carpark.webhook.js';
import { CarParkValidator } from './carpark.webhook.js';

// The sample must be valid.
const carPark = await readObject<CarPark>('config/samples/parking_v1_carpark.yaml');

describe('the defaulter of CarPark', () => {
  it('does not change an object with all fields set', () => {
    const defaulted = structuredClone(carPark);
    new CarParkDefaulter().default(defaulted);
    expect(defaulted).toEqual(carPark);
  });
});

describe('the validator of CarPark', () => {
  const validator = new CarParkValidator();

  it('accepts a valid object', () => {
    expect(validator.validateCreate(carPark)).toEqual([]);
    expect(validator.validateUpdate(carPark, carPark)).toEqual([]);
    expect(validator.validateDelete(carPark)).toEqual([]);
  });
});
