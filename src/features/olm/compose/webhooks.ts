import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { JsonObject, JsonValue } from '../../../base/model/schema.js';
import { exactJson } from '../../../base/model/exact-json.js';
import { objectAt, objectsAt, textAt, textsAt, valueAt } from '../../../base/model/json-at.js';
import { containersOf } from './deployment.js';
import { kindOf, nameOf, selects } from '../../../base/model/kubernetes-object.js';
import type { Part } from './parts.js';

const types: Readonly<Record<string, string>> = {
  MutatingWebhookConfiguration: 'MutatingAdmissionWebhook',
  ValidatingWebhookConfiguration: 'ValidatingAdmissionWebhook',
};

/** The fields of a webhook that OLM passes on. */
const passedOn = [
  ...['admissionReviewVersions', 'failurePolicy', 'matchPolicy', 'objectSelector', 'reinvocationPolicy', 'rules'],
  ...['sideEffects', 'timeoutSeconds'],
];

/** Fields that OLM does not support. */
const lost = ['namespaceSelector', 'matchConditions'];

export interface Webhooks {
  /** Entries of `webhookdefinitions`. */
  readonly definitions: readonly JsonObject[];
  readonly rest: readonly Part[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Served {
  readonly service: Part;
  readonly deploymentName: string;
  readonly containerPort: number;
  readonly targetPort: JsonValue;
}

/** Takes the webhooks and their Services out of the objects: OLM creates both itself. */
export function takeWebhooks(parts: readonly Part[], deployments: readonly JsonObject[]): Webhooks {
  const found = new WebhookFinder(parts, deployments);
  const definitions = [
    ...parts.flatMap((each) => (types[kindOf(each.object)] === undefined ? [] : found.admission(each))),
    ...found.conversions(),
  ];
  return {
    definitions: definitions.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
    rest: parts.filter((each) => types[kindOf(each.object)] === undefined && !found.servesOnlyWebhooks(each)),
    diagnostics: found.diagnostics,
  };
}

const keyOf = (definition: JsonObject): string =>
  `${textAt(definition, 'type')} ${textAt(definition, 'generateName')} ${textAt(definition, 'webhookPath')}`;

class WebhookFinder {
  readonly diagnostics: Diagnostic[] = [];
  readonly #used = new Map<Part, Set<number>>();
  readonly #parts: readonly Part[];
  readonly #deployments: readonly JsonObject[];

  constructor(parts: readonly Part[], deployments: readonly JsonObject[]) {
    this.#parts = parts;
    this.#deployments = deployments;
  }

  /** Returns the definitions of a configuration. */
  admission(part: Part): readonly JsonObject[] {
    return objectsAt(part.object, 'webhooks').flatMap((webhook) => {
      const name = textAt(webhook, 'name');
      const served = this.#served(part, name, objectAt(webhook, 'clientConfig'));
      for (const field of lost.filter((each) => isSet(valueAt(webhook, each)))) {
        const reason = 'OLM has no such field, and selects the namespaces of the operator itself';
        this.diagnostics.push(
          diagnostic('bundle-incomplete', { what: `${field} of the webhook ${name}`, reason }, part.position),
        );
      }
      const fields = passedOn.flatMap((field) => {
        const value = valueAt(webhook, field);
        return value === undefined ? [] : [[field, value] as const];
      });
      return served === undefined
        ? []
        : [
            {
              type: types[kindOf(part.object)]!,
              generateName: name,
              ...placeOf(served, textAt(webhook, 'clientConfig', 'service', 'path')),
              ...Object.fromEntries(fields),
            },
          ];
    });
  }

  /** Returns the definitions of conversions: one for all CRDs that are converted at the same path. */
  conversions(): readonly JsonObject[] {
    const groups = new Map<string, { served: Served; path: string; versions: readonly string[]; parts: Part[] }>();
    for (const part of this.#parts) {
      if (textAt(part.object, 'spec', 'conversion', 'strategy') !== 'Webhook') continue;
      const webhook = objectAt(part.object, 'spec', 'conversion', 'webhook');
      const served = this.#served(part, nameOf(part.object), objectAt(webhook, 'clientConfig'));
      if (served === undefined) continue;
      const path = textAt(webhook, 'clientConfig', 'service', 'path');
      const versions = textsAt(webhook, 'conversionReviewVersions');
      const key = exactJson([served.deploymentName, served.containerPort, served.targetPort, path, versions]);
      const group = groups.get(key) ?? { served, path, versions, parts: [] };
      group.parts.push(part);
      groups.set(key, group);
    }
    return [...groups.values()].map(({ served, path, versions, parts }) => {
      const objects = parts
        .map(({ object }) => object)
        .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
      const kinds = objects.map((each) => textAt(each, 'spec', 'names', 'kind').toLowerCase());
      return {
        type: 'ConversionWebhook',
        generateName: `c${kinds.join('')}.kb.io`,
        ...placeOf(served, path),
        admissionReviewVersions: versions,
        conversionCRDs: objects.map(nameOf),
        sideEffects: 'None',
      };
    });
  }

  /** Reports whether a Service has only ports of webhooks. */
  servesOnlyWebhooks(part: Part): boolean {
    const ports = this.#used.get(part);
    return ports !== undefined && objectsAt(part.object, 'spec', 'ports').every((each) => ports.has(portOf(each)));
  }

  #served({ object, position }: Part, webhook: string, clientConfig: JsonObject): Served | undefined {
    const name = textAt(clientConfig, 'service', 'name');
    const containerPort = numberOr(valueAt(clientConfig, 'service', 'port'), 443);
    const service = this.#parts.find((each) => kindOf(each.object) === 'Service' && nameOf(each.object) === name);
    const port = objectsAt(service?.object, 'spec', 'ports').find((each) => portOf(each) === containerPort);
    const selector = objectAt(service?.object, 'spec', 'selector');
    const deployment = this.#deployments.find((each) =>
      selects(selector, objectAt(each, 'spec', 'template', 'metadata', 'labels')),
    );
    if (service === undefined || port === undefined || deployment === undefined) {
      const reason =
        name === ''
          ? 'it has a URL instead of a Service'
          : port === undefined
            ? `there is no Service ${name} with the port ${containerPort}`
            : `the Service ${name} selects no Deployment`;
      const what = `the webhook ${webhook === '' ? nameOf(object) : webhook}`;
      this.diagnostics.push(diagnostic('webhook-without-deployment', { what, reason }, position));
      return undefined;
    }
    const used = this.#used.get(service) ?? new Set();
    this.#used.set(service, used.add(containerPort));
    return { service, deploymentName: nameOf(deployment), containerPort, targetPort: targetOf(port, deployment) };
  }
}

function placeOf({ deploymentName, containerPort, targetPort }: Served, path: string): JsonObject {
  return { deploymentName, containerPort, targetPort, ...(path !== '' && { webhookPath: path }) };
}

/** Returns the container port that a Service calls, resolved by name if necessary. */
function targetOf(port: JsonObject, deployment: JsonObject): JsonValue {
  const target = valueAt(port, 'targetPort') ?? portOf(port);
  const named = containersOf(deployment)
    .flatMap((each) => objectsAt(each, 'ports'))
    .find((each) => textAt(each, 'name') === target);
  return valueAt(named, 'containerPort') ?? target;
}

const portOf = (port: JsonObject): number => numberOr(valueAt(port, 'port'), 0);

function numberOr(value: JsonValue | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function isSet(value: JsonValue | undefined): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
