import { describe, expect, it } from 'vitest';
import type { Order } from '../../../api/shop/v1/order.types.js';
import { OrderDefaulter } from './order.webhook.js';

const order = { metadata: { name: 'test' } } as Order;

describe('the defaulter of Order', () => {
  it('leaves an object alone that says everything', () => {
    const defaulted = structuredClone(order);
    new OrderDefaulter().default(defaulted);
    expect(defaulted).toEqual(order);
  });
});
