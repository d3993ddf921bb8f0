import { diagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { objectPlace } from '../../kustomize/object-place.js';
import { operatorWorkloads } from '../../kustomize/operator-workloads.js';
import { calledServices, selectedBy } from '../../kustomize/service-pods.js';
import { isConfiguration, webhooksOf } from '../../kustomize/webhook-calls.js';
import { listAt, mappingAt, textAt, textsAt } from '../../model/json-at.js';
import { kindOf } from '../../model/kubernetes-object.js';
import type { JsonObject, JsonValue } from '../../model/schema.js';
import type { Program } from './deployment.js';

/** Kinds whose objects are created before an operator runs, with their groups. */
const needed = [
  { group: '', resource: 'pods', kind: 'Pod' },
  { group: 'apps', resource: 'replicasets', kind: 'ReplicaSet' },
] as const;

/**
 * Warns of deployed webhooks that the operator itself answers, and that have to be called before its own Pods can be created. Where
 * anything limits the objects, they can be others.
 */
export function selfBlockingProblems({ objects, read }: Program): readonly Diagnostic[] {
  const operators = new Set(operatorWorkloads(objects).map(({ built }) => built));
  const callers = calledServices(objects)
    .filter(({ service }) => selectedBy(service.object, objects)?.some((each) => operators.has(each)))
    .flatMap((each) => each.callers);
  return [...new Set(callers)].flatMap(({ object, file, declaredName }) => {
    const webhooks = isConfiguration(object) ? webhooksOf(object).filter(isUnlimited) : [];
    const kinds = needed.filter((each) => webhooks.some((webhook) => isAsked(webhook, each)));
    const place = objectPlace(file, read(file) ?? '', kindOf(object), declaredName);
    return kinds.map(({ kind }) => diagnostic('built-in-kind-webhook', { kind }, place));
  });
}

function isUnlimited(webhook: JsonObject): boolean {
  const selectors = ['namespaceSelector', 'objectSelector'].flatMap((each) => Object.keys(mappingAt(webhook, each)));
  const conditions = listAt(webhook, 'matchConditions');
  return textAt(webhook, 'failurePolicy') !== 'Ignore' && selectors.length + conditions.length === 0;
}

function isAsked(webhook: JsonObject, { group, resource }: (typeof needed)[number]): boolean {
  const has = (rule: JsonValue, field: string, ...values: readonly string[]): boolean =>
    textsAt(rule, field).some((each) => values.includes(each));
  return listAt(webhook, 'rules').some(
    (rule) =>
      has(rule, 'apiGroups', group, '*') &&
      has(rule, 'resources', resource, '*', '*/*') &&
      has(rule, 'operations', 'CREATE', '*'),
  );
}
