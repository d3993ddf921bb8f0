import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { differences, normalCrd, type Difference } from '../import/compare.js';
import { shownDifferences } from '../import/shown-differences.js';
import type { BuiltObject } from '../../output/kustomize/build.js';
import { objectPlace } from '../../output/kustomize/object-place.js';
import { callsAny, operatorServices } from '../../output/kustomize/service-pods.js';
import { listAt, objectAt, textAt } from '../../base/model/json-at.js';
import { isCrd, kindAndName, kindOf, nameOf } from '../../base/model/kubernetes-object.js';
import { isObject, type JsonObject, type JsonValue } from '../../base/model/schema.js';
import { kustomizations, webhookFile } from '../../project/paths.js';
import { listingRemedy, type Deployment, type GeneratedObject } from './deployment.js';

/** Maximum number of differences that a message shows. */
const mostShown = 3;

/** Reports CRDs of the project that are deployed with content other than the generated one. */
export function crdProblems(deployment: Deployment): readonly Diagnostic[] {
  const { generated, objects } = deployment;
  return generated
    .filter(({ object }) => isCrd(object))
    .flatMap((own) =>
      objects
        .filter(({ object }) => kindOf(object) === kindOf(own.object) && nameOf(object) === nameOf(own.object))
        .flatMap((built) =>
          reported(
            own,
            built,
            differences(comparedCrd(own.object), comparedCrd(built.object), [nameOf(own.object)]),
            deployment,
          ),
        ),
    );
}

function comparedCrd(crd: JsonObject): JsonValue {
  const { annotations: _, labels: __, ...rest } = normalCrd(crd);
  return withoutDescriptions(rest);
}

/** Returns a value without the descriptions of schemas. A field can also have that name. */
function withoutDescriptions(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(withoutDescriptions) as JsonValue;
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key, each]) => key !== 'description' || typeof each !== 'string');
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutDescriptions(each)]));
}

function reported(
  { object, path }: GeneratedObject,
  { object: deployed, file, declaredName, isOfUnknownFile }: BuiltObject,
  found: readonly Difference[],
  deployment: Deployment,
): readonly Diagnostic[] {
  if (found.length === 0 || isOfUnknownFile === true) return [];
  const what = kindAndName(object);
  const parameters = { what, path, differences: shownDifferences(found, mostShown) };
  return file === path
    ? [diagnostic('deployed-changed', parameters, { file: kustomizations.default, line: 1, column: 1 })]
    : [
        diagnostic(
          'deployed-instead',
          { ...parameters, remedy: listingRemedy(path, file, deployment) },
          objectPlace(file, deployment.read(file) ?? '', kindOf(deployed), declaredName),
        ),
      ];
}

/** A webhook in a configuration, by the path that the API server calls. */
interface Called {
  readonly path: string;
  readonly webhook: JsonObject;
}

const configurations = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];

/**
 * Reports webhook configurations that call the operator in a different way than the generated ones. A patch can narrow
 * the requests of a generated webhook; the marker determines its requests and the effect of its answers.
 */
export function webhookProblems(deployment: Deployment): readonly Diagnostic[] {
  return configurations.flatMap((kind) => problemsOfKind(kind, deployment));
}

function problemsOfKind(kind: string, deployment: Deployment): readonly Diagnostic[] {
  const { generated, objects } = deployment;
  const [own] = generated.filter(({ object, path }) => path === webhookFile && kindOf(object) === kind);
  const services = operatorServices(objects);
  const deployed = objects
    .filter(({ object }) => kindOf(object) === kind)
    .map((built) => {
      const isGenerated = built.file === webhookFile;
      return {
        built,
        calls: callsOf(built.object).filter(({ webhook }) => isGenerated || callsAny(webhook, services)),
      };
    })
    // A configuration for another program does not belong to this operator.
    .filter(({ built, calls }) => calls.length > 0 || built.file === webhookFile);
  if (deployed.length === 0) return [];
  const first = deployed.find(({ built }) => built.file !== webhookFile) ?? deployed[0];
  const needed = own === undefined ? [] : callsOf(own.object);
  const present = deployed.flatMap(({ calls }) => calls);
  const missing = needed.filter(({ path }) => !present.some((each) => each.path === path));
  const lacks = missing.map(({ path, webhook }): Difference => ({
    path: [kind, 'webhooks', path],
    expected: rulesOf(webhook),
    actual: undefined,
  }));
  return deployed.flatMap(({ built, calls }) => {
    const isGenerated = built.file === webhookFile;
    const found = calls.flatMap(({ path, webhook }) => {
      const known = needed.find((each) => each.path === path)?.webhook;
      const compared = (each: JsonObject): JsonObject => comparedWebhook(each, isGenerated, deployment);
      return differences(known && compared(known), compared(webhook), [kind, 'webhooks', path]);
    });
    const all = built === first!.built ? [...found, ...lacks] : found;
    const named = { object: { kind, metadata: { name: nameOf(built.object) } }, path: webhookFile };
    return reported(named, built, all, deployment);
  });
}

/** Returns the webhooks that call a service. Those with a URL call another program. */
function callsOf(configuration: JsonObject): readonly Called[] {
  return listAt(configuration, 'webhooks')
    .filter(isObject)
    .map((webhook) => ({ webhook, path: textAt(webhook, 'clientConfig', 'service', 'path') }))
    .filter(({ webhook }) => textAt(webhook, 'clientConfig', 'service', 'name') !== '');
}

const defaults = { failurePolicy: 'Fail', matchPolicy: 'Equivalent', reinvocationPolicy: 'Never', timeoutSeconds: 10 };

/** @param isPatched whether patches can narrow the requests */
function comparedWebhook(webhook: JsonObject, isPatched: boolean, { isWhole }: Deployment): JsonObject {
  const rules = rulesOf(webhook);
  const { failurePolicy, matchPolicy, reinvocationPolicy, sideEffects, timeoutSeconds }: JsonObject = {
    ...defaults,
    ...webhook,
  };
  if (isPatched)
    return {
      rules,
      ...(isWhole && { failurePolicy, matchPolicy, reinvocationPolicy, timeoutSeconds }),
      ...(isWhole && sideEffects !== undefined && { sideEffects }),
    };
  const { objectSelector, namespaceSelector, matchConditions } = webhook;
  const selected = { ...objectAt(objectSelector), ...objectAt(namespaceSelector) };
  return {
    rules,
    ...{ failurePolicy, matchPolicy, reinvocationPolicy },
    ...(sideEffects !== undefined && { sideEffects }),
    ...(Object.keys(selected).length > 0 && { selectors: selected }),
    ...(matchConditions !== undefined && { matchConditions }),
  };
}

/** Returns the rules without defaults, in a normalized order. */
function rulesOf(webhook: JsonObject): JsonValue {
  const sorted = (value: JsonValue | undefined): readonly JsonValue[] =>
    Array.isArray(value) ? (value as readonly JsonValue[]).map(String).toSorted() : [];
  const rules = listAt(webhook, 'rules')
    .filter(isObject)
    .map(({ apiGroups, apiVersions, operations, resources, scope }) => ({
      ...{ apiGroups: sorted(apiGroups), apiVersions: sorted(apiVersions), operations: sorted(operations) },
      ...{ resources: sorted(resources), scope: scope ?? '*' },
    }));
  return rules.map((each) => JSON.stringify(each)).toSorted();
}
