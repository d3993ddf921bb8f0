import { numberAt, objectsAt, own, textAt, textsAt } from '../../base/model/json-at.js';
import type { JsonObject, JsonValue } from '../../base/model/schema.js';
import { isEqual, without } from '../../base/crd/equal.js';

/** A webhook that accepts less, or receives more requests, than before. */
export interface StricterWebhook {
  readonly webhook: string;
  /** The change as a clause. */
  readonly change: string;
}

interface WebhookRule {
  /** Returns the part that is stricter; undefined if nothing is. */
  readonly find: (before: JsonObject, after: JsonObject) => string | undefined;
}

/** Changes of webhooks after which more requests can fail than before. */
const rules: readonly WebhookRule[] = [
  {
    find: (before, after) =>
      failurePolicyOf(before) === 'Ignore' && failurePolicyOf(after) === 'Fail'
        ? 'requests fail while it does not answer (failurePolicy: Fail)'
        : undefined,
  },
  {
    find: (before, after) => {
      const old = requestsOf(before);
      const added = requestsOf(after).filter((each) => !old.some((known) => contains(known, each)));
      return added.length === 0 ? undefined : `it receives additional requests (${added.map(shown).join('; ')})`;
    },
  },
  ...(['namespaceSelector', 'objectSelector'] as const).map((selector) => ({
    find: (before: JsonObject, after: JsonObject) =>
      isEmpty(own(before, selector)) || isEqual(own(before, selector), own(after, selector))
        ? undefined
        : `it selects different objects (${selector})`,
  })),
  {
    find: (before, after) => {
      const now = objectsAt(after, 'matchConditions').map((each) => textAt(each, 'expression'));
      const old = objectsAt(before, 'matchConditions').map((each) => textAt(each, 'expression'));
      const removed = without(old, now);
      return removed.length === 0
        ? undefined
        : `it receives requests for which a condition is false (${removed.join('; ')})`;
    },
  },
  {
    find: (before, after) =>
      textAt(before, 'matchPolicy') === 'Exact' && textAt(after, 'matchPolicy') !== 'Exact'
        ? 'it also receives requests for other versions (matchPolicy: Equivalent)'
        : undefined,
  },
  {
    find: (before, after) => {
      const [old, now] = [numberAt(before, 'timeoutSeconds') ?? 10, numberAt(after, 'timeoutSeconds') ?? 10];
      const isStricter = now < old && failurePolicyOf(after) === 'Fail';
      return isStricter ? `it has less time to answer (before ${old} s, now ${now} s)` : undefined;
    },
  },
];

/**
 * Returns the webhooks that are stricter than before, in configurations of admission webhooks.
 * @param isNew reports whether a resource did not exist before, so that a new webhook for it affects nobody
 */
export function stricterWebhooks(
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  isNew: (group: string, plural: string) => boolean = () => false,
): readonly StricterWebhook[] {
  const known = new Map(webhooksIn(before));
  const current = webhooksIn(after);
  const now = new Set(current.map(([key]) => key));
  const removed = [...known].filter(([key]) => !now.has(key));
  return current.flatMap(([key, webhook]) => {
    // A renamed webhook is the same if it receives the same requests.
    const renamed = removed.find(([other, each]) => isSameType(other, key) && areSameRequests(each, webhook));
    const old = known.get(key) ?? renamed?.[1];
    if (old === undefined && requestsOf(webhook).every(({ group, resource }) => isNew(group, resource))) return [];
    const changes = old === undefined ? ['it is new'] : rules.flatMap(({ find }) => find(old, webhook) ?? []);
    return changes.map((change) => ({ webhook: textAt(webhook, 'name'), change }));
  });
}

function isSameType(one: string, other: string): boolean {
  return one.split(' ', 1)[0] === other.split(' ', 1)[0];
}

function areSameRequests(one: JsonObject, other: JsonObject): boolean {
  const [ones, others] = [requestsOf(one).map(shown), requestsOf(other).map(shown)];
  return ones.length > 0 && isEqual(ones.toSorted(), others.toSorted());
}

function webhooksIn(configurations: readonly JsonObject[]): readonly (readonly [key: string, webhook: JsonObject])[] {
  return configurations.flatMap((each) =>
    objectsAt(each, 'webhooks').map(
      (webhook) => [`${textAt(each, 'kind')} ${textAt(webhook, 'name')}`, webhook] as const,
    ),
  );
}

function failurePolicyOf(webhook: JsonObject): string {
  return textAt(webhook, 'failurePolicy') || 'Fail';
}

/** Requests that are sent to a webhook. Each part can be the wildcard `*`. */
interface Requests {
  readonly operation: string;
  readonly group: string;
  readonly version: string;
  /** Such as `pods`, or `pods/status`. */
  readonly resource: string;
}

/** Returns the requests that are sent to a webhook. */
function requestsOf(webhook: JsonObject): readonly Requests[] {
  return objectsAt(webhook, 'rules').flatMap((rule) =>
    textsAt(rule, 'operations').flatMap((operation) =>
      textsAt(rule, 'apiGroups').flatMap((group) =>
        textsAt(rule, 'apiVersions').flatMap((version) =>
          textsAt(rule, 'resources').map((resource) => ({ operation, group, version, resource })),
        ),
      ),
    ),
  );
}

/** Returns requests as text, such as `CREATE apps/v1/deployments`. */
function shown({ operation, group, version, resource }: Requests): string {
  return `${operation} ${[group, version, resource].filter(Boolean).join('/')}`;
}

/** Reports whether some requests are all among others. */
function contains(all: Requests, some: Requests): boolean {
  const [resource, subresource = ''] = all.resource.split('/', 2);
  const [someResource, someSubresource = ''] = some.resource.split('/', 2);
  return [
    [all.operation, some.operation],
    [all.group, some.group],
    [all.version, some.version],
    [resource, someResource],
    // `*` alone stands for all resources without their subresources.
    [subresource, someSubresource],
  ].every(([one, other]) => one === '*' || one === other);
}

function isEmpty(selector: JsonValue | undefined): boolean {
  return selector === undefined || isEqual(selector, {});
}
