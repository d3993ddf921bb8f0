import {
  controllerManagedBy,
  setControllerReference,
  type CachedClient,
  type Manager,
  type Reconciler,
  type Request,
  type Stored,
} from '@operator-gen/runtime';
import { ConfigMap } from '@operator-gen/runtime/k8s/core/v1';
import { Foo } from './foo.js';

/** Keeps the ConfigMap in sync, and then records the generation in the status. */
class FooReconciler implements Reconciler {
  readonly #client: CachedClient;

  constructor(client: CachedClient) {
    this.#client = client;
  }

  async reconcile(request: Request): Promise<void> {
    const foo = await this.#client.getOrNull(Foo, request);
    if (foo === null) return;
    await this.#keepConfigMap(foo);
    const { generation } = foo.metadata;
    if (generation === undefined || foo.status?.observedGeneration === generation) return;
    foo.status = { observedGeneration: generation };
    await this.#client.status.update(Foo, foo);
  }

  async #keepConfigMap(foo: Stored<Foo>): Promise<void> {
    const { name, namespace } = foo.metadata;
    const data = { replicas: String(foo.spec.replicas), payload: foo.spec.payload };
    const found = await this.#client.getOrNull(ConfigMap, foo.metadata);
    if (found === null) {
      const made: ConfigMap = { metadata: { name, ...(namespace === undefined ? {} : { namespace }) }, data };
      setControllerReference(Foo, foo, made);
      await this.#client.create(ConfigMap, made);
    } else if (found.data?.['replicas'] !== data.replicas || found.data['payload'] !== data.payload) {
      await this.#client.update(ConfigMap, { ...found, data });
    }
  }
}

export async function setupFooController(manager: Manager, workers: number): Promise<void> {
  await controllerManagedBy(manager)
    .for(Foo)
    .owns(ConfigMap)
    .withOptions({ maxConcurrentReconciles: workers })
    .complete(new FooReconciler(manager.client));
}
