import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { BuiltObject } from '../../output/kustomize/build.js';
import { objectPlace } from '../../output/kustomize/object-place.js';
import { operatorWorkloads } from '../../output/kustomize/operator-workloads.js';
import { calledServices, selectedBy } from '../../output/kustomize/service-pods.js';
import { webhooksOf } from '../../output/kustomize/webhook-calls.js';
import { listAt, objectAt, textAt, textsAt } from '../../base/model/json-at.js';
import { isWebhookConfiguration, kindOf, nameOf } from '../../base/model/kubernetes-object.js';
import type { JsonObject, JsonValue } from '../../base/model/schema.js';
import { selectsLabels, type KnownLabels } from './label-selector.js';
import type { Program } from './deployment.js';
import { startRequests, type StartRequest } from './start-requests.js';

/**
 * Warns of webhooks of the operator that the API server calls for requests which are required before the operator can
 * answer. If this depends on labels or conditions that are known only in the cluster, nothing is reported.
 */
export function selfBlockingProblems(program: Program): readonly Diagnostic[] {
  const { objects, read } = program;
  const operators = operatorWorkloads(objects);
  return calledServices(objects).flatMap(({ service, callers }) => {
    const selected = selectedBy(service.object, objects) ?? [];
    const requests = operators
      .filter(({ built }) => selected.includes(built))
      .flatMap((each) => startRequests(each, service.object, program));
    return callers
      .filter(({ object }) => isWebhookConfiguration(object))
      .flatMap(({ object, file, declaredName }) =>
        webhooksOf(object).flatMap((webhook) => {
          if (textAt(webhook, 'clientConfig', 'service', 'name') !== nameOf(service.object)) return [];
          const blocked = requests.filter((each) => blocks(webhook, each, objects));
          if (blocked.length === 0) return [];
          const parameters = {
            webhook: textAt(webhook, 'name'),
            requests: [...new Set(blocked.map(({ purpose }) => purpose))],
            namespaces: [...new Set(blocked.map(({ namespace }) => namespace))].filter(Boolean),
          };
          const place = objectPlace(file, read(file) ?? '', kindOf(object), declaredName);
          return [diagnostic('built-in-kind-webhook', parameters, place)];
        }),
      );
  });
}

/** Reports whether a request certainly fails while a webhook is not answered. */
function blocks(webhook: JsonObject, request: StartRequest, objects: readonly BuiltObject[]): boolean {
  return (
    textAt(webhook, 'failurePolicy') !== 'Ignore' &&
    listAt(webhook, 'matchConditions').length === 0 &&
    listAt(webhook, 'rules').some((rule) => isAsked(rule, request)) &&
    selectsLabels(objectAt(webhook, 'namespaceSelector'), labelsOf(request.namespace, objects)) === true &&
    request.labels.some((each) => selectsLabels(objectAt(webhook, 'objectSelector'), each) === true)
  );
}

/** https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules */
function isAsked(rule: JsonValue, { group, resource, operation }: StartRequest): boolean {
  const has = (field: string, ...values: readonly string[]): boolean =>
    textsAt(rule, field).some((each) => values.includes(each));
  const [plural = '', subresource] = resource.split('/');
  const patterns = subresource === undefined ? ['*'] : [`*/${subresource}`, `${plural}/*`];
  return (
    textAt(rule, 'scope') !== 'Cluster' &&
    has('apiGroups', group, '*') &&
    has('resources', resource, '*/*', ...patterns) &&
    has('operations', operation, '*')
  );
}

const nameLabel = 'kubernetes.io/metadata.name';

/** Returns the labels of a namespace, which are known if it is deployed. The API server adds a label with its name. */
function labelsOf(namespace: string, objects: readonly BuiltObject[]): KnownLabels {
  const deployed = objects.find(({ object }) => kindOf(object) === 'Namespace' && nameOf(object) === namespace);
  const name = namespace === '' ? {} : { [nameLabel]: namespace };
  return {
    values: { ...objectAt(deployed?.object, 'metadata', 'labels'), ...name },
    canHave: () => deployed === undefined,
  };
}
