import { webhookManagedBy, type Defaulter, type Manager } from '@operator-gen/runtime';
import { Webhook } from '@operator-gen/runtime/api';
import { groupVersion } from '../../../api/shop/v1/group-version.js';
import { Order } from '../../../api/shop/v1/order.types.js';

/** Sets defaults of Order objects, after those of the schema and before validation: required fields can be missing. */
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
  /** @param _order - A copy of the object. Change it in place. */
  default(_order: Order): void {
    // Set fields that are missing, with ??=. The object is not validated yet: even its spec can be missing.
  }
}

/** Registers the webhooks with the manager. Called by src/register.ts. */
export async function setupOrderWebhook(manager: Manager): Promise<void> {
  const webhooks = webhookManagedBy(manager).for(Order);
  webhooks.withDefaulter(new OrderDefaulter());
  await webhooks.complete();
}
