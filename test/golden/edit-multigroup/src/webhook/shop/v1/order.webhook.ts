import { webhookManagedBy, type Defaulter, type Manager } from '@operator-gen/runtime';
import { Webhook } from '@operator-gen/runtime/api';
import { groupVersion } from '../../../api/shop/v1/group-version.js';
import { Order } from '../../../api/shop/v1/order.types.js';

/** Fills in what is left out of objects of the kind Order. The defaults of its type are there already. */
@Webhook({
  name: 'mshop-order-v1.example.com',
  mutating: true,
  path: '/mutate-shop-example-com-v1-order',
  groups: [groupVersion.group],
  versions: [groupVersion.version],
  resources: ['orders'],
  verbs: ['create', 'update'],
  failurePolicy: 'Fail',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
})
export class OrderDefaulter implements Defaulter<Order> {
  /** @param _order a copy, to be changed in place */
  default(_order: Order): void {
    // E.g.: _order.spec.size ??= 1;
  }
}

/** Adds the webhooks to the manager; called by src/register.ts. */
export async function setupOrderWebhook(manager: Manager): Promise<void> {
  const webhooks = webhookManagedBy(manager).for(Order);
  webhooks.withDefaulter(new OrderDefaulter());
  await webhooks.complete();
}
