import { readObject } from '@operator-gen/runtime/testing';
import { describe, expect, it } from 'vitest';
import type { CarPark } from '../../api/v1/carpark.types.js';
import { CarParkDefaulter } from './carpark.webhook.js';
import { CarParkValidator } from './carpark.webhook.js';

// The sample: what it says has to be valid.
const carPark = await readObject<CarPark>('config/samples/parking_v1_carpark.yaml');

describe('the defaulter of CarPark', () => {
  it('leaves an object alone that says everything', () => {
    const defaulted = structuredClone(carPark);
    new CarParkDefaulter().default(defaulted);
    expect(defaulted).toEqual(carPark);
  });
});

describe('the validator of CarPark', () => {
  const validator = new CarParkValidator();

  it('lets an object through that is as it should be', () => {
    expect(validator.validateCreate(carPark)).toEqual([]);
    expect(validator.validateUpdate(carPark, carPark)).toEqual([]);
    expect(validator.validateDelete(carPark)).toEqual([]);
  });
});
