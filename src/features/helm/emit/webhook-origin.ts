import { valueAt } from '../../../base/model/json-at.js';
import { isWebhookConfiguration, kindOf, selects } from '../../../base/model/kubernetes-object.js';
import type { JsonObject, JsonValue } from '../../../base/model/schema.js';
import { webhooksOf } from '../../../output/kustomize/webhook-calls.js';
import { isDeclared, managerIn, podLabelsOf } from './origin.js';

/** The webhooks and conversions that the manager serves. Values of the chart do not change those of other Deployments. */
export class WebhookOrigin {
  /** The Service of the webhooks: the scaffolded one, or the first one that is called. Undefined without webhooks. */
  readonly service: JsonObject | undefined;
  readonly #names: ReadonlySet<JsonValue | undefined>;

  constructor(objects: readonly JsonObject[]) {
    const labels = podLabelsOf(managerIn(objects));
    const services = objects.filter(
      (each) =>
        isScaffolded(each) || (kindOf(each) === 'Service' && selects(valueAt(each, 'spec', 'selector'), labels)),
    );
    const called = new Set(objects.flatMap(clientsOf).map(serviceOf));
    this.#names = new Set(services.map((each) => valueAt(each, 'metadata', 'name')));
    this.service =
      services.find(isScaffolded) ?? services.find((each) => called.has(valueAt(each, 'metadata', 'name')));
  }

  /** Reports whether a client, such as that of a webhook, calls the manager. */
  isCalledBy(client: JsonValue | undefined): boolean {
    const name = serviceOf(client);
    return name !== undefined && this.#names.has(name);
  }

  /** Reports whether an object is a configuration with a webhook of the manager. */
  isConfiguration(object: JsonObject): boolean {
    return isWebhookConfiguration(object) && clientsOf(object).some((each) => this.isCalledBy(each));
  }

  /** Reports whether an object is a CRD whose objects the manager converts. */
  isConverted(object: JsonObject): boolean {
    return !isWebhookConfiguration(object) && clientsOf(object).some((each) => this.isCalledBy(each));
  }
}

function isScaffolded(object: JsonObject): boolean {
  return isDeclared(object, 'Service', 'webhook-service');
}

function serviceOf(client: JsonValue | undefined): JsonValue | undefined {
  return valueAt(client, 'service', 'name');
}

/** Returns how the API server calls the webhooks of an object. */
function clientsOf(object: JsonObject): readonly (JsonValue | undefined)[] {
  return webhooksOf(object).map((each) => valueAt(each, 'clientConfig'));
}
