import { readObject } from '@operator-gen/runtime/testing';
import { describe, expect, it } from 'vitest';
import type { Order } from '../../../api/shop/v1/order.types.js';
import { OrderDefaulter } from './order.webhook.js';

// The sample must be valid.
const order = await readObject<Order>('config/samples/shop_v1_order.yaml');

describe('the defaulter of Order', () => {
  it('does not change an object with all fields set', () => {
    const defaulted = structuredClone(order);
    new OrderDefaulter().default(defaulted);
    expect(defaulted).toEqual(order);
  });
});
