import type { Kind } from '../../base/model/kind.js';
import { coreless } from '../../base/model/rbac.js';
import type { WebhookRule } from '../../base/model/webhook.js';
import { isDnsLabel, isSubdomain } from '../../base/values/labels.js';
import type { Refusal } from './refusal.js';
import { contradictionOf } from './selector-rules.js';

/** Yields the parts of a webhook that the API server accepts and that match no request, or are not used. */
export function* unusedPartsOf(webhook: WebhookRule, kinds: readonly Kind[]): Generator<Refusal> {
  for (const key of ['serviceName', 'serviceNamespace', 'servicePort'] as const) {
    if (webhook.url === undefined || webhook[key] === undefined) continue;
    yield { key, reason: `it has a url, so its ${key} is ignored`, instead: `remove ${key}, or the url` };
  }
  yield* unknownNames(webhook);
  yield* unusedVerbs(webhook);
  for (const key of ['namespaceSelector', 'objectSelector'] as const) {
    const reason = contradictionOf(webhook[key] ?? {});
    if (reason === undefined) continue;
    yield { key, reason: `in its ${key}, ${reason}`, instead: 'correct or remove one of the two conditions' };
  }
  yield* ofOwnKinds(webhook, kinds);
}

const named = {
  groups: [(name: string) => isSubdomain(coreless(name)) || coreless(name) === '', 'a group such as apps'],
  versions: [isDnsLabel, 'a version such as v1'],
  resources: [(name: string) => /^[^A-Z\s/]+(?:\/[^A-Z\s/]+)?$/.test(name), 'a plural in lower case, such as pods'],
} as const;

function* unknownNames(webhook: WebhookRule): Generator<Refusal> {
  for (const key of ['groups', 'versions', 'resources'] as const) {
    const [isName, example] = named[key];
    const other = webhook[key].find((each) => each !== '*' && each !== '' && !isName(each));
    if (other === undefined) continue;
    yield { key, reason: `no request matches '${other}' in its ${key}`, instead: `write ${example}` };
  }
  const isExempt = webhook.groups.join() === 'admissionregistration.k8s.io' && webhook.resources.every(isConfiguration);
  if (!isExempt || webhook.resources.length === 0) return;
  const reason = 'the API server calls no webhooks for webhook configurations';
  yield { key: 'resources', reason, instead: 'name other resources' };
}

function isConfiguration(resource: string): boolean {
  return resource === 'mutatingwebhookconfigurations' || resource === 'validatingwebhookconfigurations';
}

function* unusedVerbs({ resources, verbs }: WebhookRule): Generator<Refusal> {
  const isPlain = resources.every((each) => !/[/*]/.test(each));
  if (isPlain && verbs.includes('connect')) {
    const reason = 'connect is requested only of subresources such as pods/exec';
    yield { key: 'verbs', reason, instead: "remove 'connect', or name the subresource" };
  }
  const isUpdated = resources.length > 0 && resources.every((each) => /\/(?:status|scale)$/.test(each));
  const others = verbs.filter((each) => each !== 'update' && each !== '*');
  if (!isUpdated || others.length === 0) return;
  const reason = `${others.join(' and ')} is never requested of ${resources.join(' and ')}`;
  yield { key: 'verbs', reason, instead: "write: verbs: ['update']" };
}

/** Reports whether a file is one of a version: `src/webhook/v1/web.webhook.ts`. */
function isOfVersion(file: string, version: string): boolean {
  return file.split('/').slice(0, -1).includes(version);
}

/** A kind whose objects a webhook receives in versions other than that of its code. */
export interface UnconvertedKind {
  readonly kind: string;
  /** The version of the code. */
  readonly version: string;
  readonly others: readonly string[];
}

/**
 * Yields kinds of which a webhook lists other versions than that of its code. The API server converts objects to a
 * version that is listed, and otherwise sends them as they are.
 * https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-matchpolicy
 */
export function* unconvertedKindsOf(
  { groups, versions, resources, position }: WebhookRule,
  kinds: readonly Kind[],
): Generator<UnconvertedKind> {
  for (const { kind, group, plural, versions: declared } of kinds) {
    if (!groups.includes(group) || !resources.some((each) => each.split('/')[0] === plural)) continue;
    const served = declared.filter((each) => each.served).map(({ name }) => name);
    const [version, ...more] = declared.map(({ name }) => name).filter((name) => isOfVersion(position.file, name));
    if (version === undefined || more.length > 0) continue;
    const others = served.filter((name) => name !== version && (versions.includes('*') || versions.includes(name)));
    if (others.length > 0) yield { kind, version, others };
  }
}

/** Yields what does not match the kinds that the sources declare. */
function* ofOwnKinds({ groups, versions, resources, ...webhook }: WebhookRule, kinds: readonly Kind[]) {
  const meant = kinds.filter(
    ({ group, plural }) => groups.includes(group) && resources.some((each) => each.split('/')[0] === plural),
  );
  for (const { kind, plural, versions: declared } of meant) {
    const served = declared.filter((each) => each.served);
    const matched = versions.includes('*') ? served : served.filter(({ name }) => versions.includes(name));
    if (matched.length === 0) {
      const reason = `${kind} has no served version ${versions.join(' or ')}`;
      const own = served.filter((each) => isOfVersion(webhook.position.file, each.name));
      const names = (own.length > 0 ? own : served).map(({ name }) => `'${name}'`);
      const instead = `write: versions: [${names.join(', ')}]`;
      yield { key: 'versions', reason, instead } satisfies Refusal;
    }
    for (const [subresource, marker] of [
      ['status', '@StatusSubresource()'],
      ['scale', '@ScaleSubresource(...)'],
    ] as const) {
      if (!resources.includes(`${plural}/${subresource}`) || served.some((each) => each[subresource])) continue;
      const instead = `add ${marker} to the class of ${kind}, or remove '${plural}/${subresource}'`;
      yield {
        key: 'resources',
        reason: `${kind} does not have the subresource ${subresource}`,
        instead,
      } satisfies Refusal;
    }
  }
  const plurals = new Set(meant.filter(({ scope }) => scope === 'Cluster').map(({ plural }) => plural));
  const isClusterWide = groups.every((group) => meant.some((each) => each.group === group));
  if (webhook.namespaceSelector === undefined || !isClusterWide) return;
  if (!resources.every((each) => plurals.has(each.split('/')[0]!))) return;
  const reason = `${resources.join(' and ')} belong to no namespace, and its namespaceSelector leaves out none of them`;
  yield { key: 'namespaceSelector', reason, instead: 'use objectSelector or matchConditions' } satisfies Refusal;
}
