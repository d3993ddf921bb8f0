import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Model } from '../../base/model/model.js';
import type { WebhookRule } from '../../base/model/webhook.js';
import { isUri } from '../../base/values/format-network.js';
import { isDnsLabelWithLetter, isQualifiedName, isSubdomain, isWebhookPath } from '../../base/values/labels.js';
import type { Refusal } from './refusal.js';
import { problemsOfSelector } from './selector-rules.js';
import { unconvertedKindsOf, unusedPartsOf } from './webhook-effects.js';

/** Reports what the API server would reject in webhooks, duplicates, and what has no effect. */
export function* verifyWebhooks({ webhooks, webhookConfigurations, kinds }: Model): Generator<Diagnostic> {
  for (const webhook of webhooks) {
    const { name, position, origins = {} } = webhook;
    for (const { key, reason, instead } of [...problemsOf(webhook), ...problemsOfName(webhook, webhooks)]) {
      yield diagnostic('invalid-webhook', { name, reason, instead }, origins[key] ?? position);
    }
    for (const { key, reason, instead } of unusedPartsOf(webhook, kinds)) {
      yield diagnostic('ineffective-webhook', { name, reason, instead }, origins[key] ?? position);
    }
    for (const { kind, version, others } of unconvertedKindsOf(webhook, kinds)) {
      const parameters = { name, kind, version, others: others.join(' and ') };
      yield diagnostic('unconverted-webhook', parameters, origins['versions'] ?? position);
    }
    if (webhook.path === undefined && webhook.url === undefined) {
      yield diagnostic('webhook-without-path', { name, sort: webhook.mutating ? 'mutate' : 'validate' }, position);
    }
    if (webhook.path !== undefined && webhook.url !== undefined) {
      yield diagnostic('webhook-path-ignored', { name, path: webhook.path }, origins['path'] ?? position);
    }
  }
  for (const { name, mutating, position, origins = {} } of webhookConfigurations) {
    const first = webhookConfigurations.find((each) => each.mutating === mutating);
    if (first!.position !== position) yield diagnostic('duplicate-webhook-configuration', { name }, position);
    if (!webhooks.some((each) => each.mutating === mutating)) {
      const reason = `there is no ${mutating ? 'mutating' : 'validating'} webhook, so the configuration is not generated`;
      const parameters = { name, reason, instead: `remove the marker, or set mutating to ${!mutating}` };
      yield diagnostic('ineffective-webhook', parameters, origins['mutating'] ?? position);
    }
    if (isSubdomain(name)) continue;
    const reason = `the configuration is named ${JSON.stringify(name)}, which is not a DNS subdomain`;
    const instead = `write: name: '${mendedName(name) || 'webhook-configuration'}'`;
    yield diagnostic('invalid-webhook', { name, reason, instead }, origins['name'] ?? position);
  }
}

function* problemsOfName(webhook: WebhookRule, all: readonly WebhookRule[]): Generator<Refusal> {
  const { name, mutating, groups } = webhook;
  if (!isSubdomain(name) || name.split('.').length < 3) {
    const domain = groups.find((each) => each.includes('.')) ?? 'example.com';
    const label = mendedName(name) || 'webhook';
    const long = label.split('.').length < 3 ? `${label}.${domain}` : label;
    const mended = isSubdomain(long) ? long : `webhook.${domain}`;
    const reason = `its name ${JSON.stringify(name)} is not a domain name of three parts or more`;
    yield { key: 'name', reason, instead: `write: name: '${mended}'` };
  }
  const first = all.find((each) => each.name === name && each.mutating === mutating);
  if (first !== webhook) {
    const reason = `another ${mutating ? 'mutating' : 'validating'} webhook has the same name`;
    yield { key: 'name', reason, instead: 'give one of the two another name' };
  }
}

function mendedName(name: string): string {
  const parts = name.toLowerCase().split('.');
  return parts
    .map((part) =>
      part
        .replaceAll(/[^a-z0-9-]/g, '-')
        .replace(/^-+/, '')
        .replace(/(?<!-)-+$/, ''),
    )
    .filter(Boolean)
    .join('.');
}

const portRule = 'write a port from 1 to 65535, or omit it for 443: servicePort: 443';

// https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/validating-webhook-configuration-v1/
function* problemsOf(webhook: WebhookRule): Generator<Refusal> {
  const { path, url, servicePort = 443, timeoutSeconds = 10, reinvocationPolicy, mutating } = webhook;
  if (path !== undefined && url === undefined && !isWebhookPath(path)) {
    const reason = `its path ${JSON.stringify(path)} is not valid`;
    const parts = path.split('/').map(mendedName).filter(Boolean);
    const rule = 'lower-case letters, digits, dashes and dots between slashes';
    yield { key: 'path', reason, instead: `write ${rule}: path: '/${parts.join('/') || 'validate'}'` };
  }
  if (url !== undefined) yield* problemsOfUrl(url);
  if (servicePort < 1 || servicePort > 65_535) {
    yield { key: 'servicePort', reason: `its servicePort ${servicePort} is not a port`, instead: portRule };
  }
  for (const key of ['serviceName', 'serviceNamespace'] as const) {
    if (webhook[key] !== '') continue;
    yield { key, reason: `its ${key} is empty`, instead: `remove ${key}, or name the Service that serves the webhook` };
  }
  if (timeoutSeconds < 1 || timeoutSeconds > 30) {
    const instead = 'write a whole number of seconds from 1 to 30: timeoutSeconds: 10';
    yield { key: 'timeoutSeconds', reason: `its timeoutSeconds is ${timeoutSeconds}`, instead };
  }
  if (reinvocationPolicy !== undefined && !mutating) {
    const instead = 'remove reinvocationPolicy: only mutating webhooks are called again';
    yield { key: 'reinvocationPolicy', reason: 'it is a validating webhook with a reinvocationPolicy', instead };
  }
  yield* problemsOfReviewVersions(webhook.admissionReviewVersions);
  yield* problemsOfLists(webhook);
  for (const key of ['namespaceSelector', 'objectSelector'] as const) {
    for (const { reason, instead } of problemsOfSelector(webhook[key] ?? {})) {
      yield { key, reason: `in its ${key}, ${reason}`, instead };
    }
  }
  yield* problemsOfConditions(webhook);
}

function* problemsOfReviewVersions(versions: readonly string[]): Generator<Refusal> {
  const key = 'admissionReviewVersions';
  const instead = "write: admissionReviewVersions: ['v1']";
  const shown = JSON.stringify(versions);
  if (!versions.includes('v1') && !versions.includes('v1beta1')) {
    yield { key, reason: `its ${key} ${shown} have neither v1 nor v1beta1`, instead };
  } else if (new Set(versions).size < versions.length) {
    yield { key, reason: `its ${key} ${shown} repeat a version`, instead };
  } else if (!versions.every(isDnsLabelWithLetter)) {
    yield { key, reason: `its ${key} ${shown} have one that is not a version`, instead };
  }
}

const examples = { groups: 'apps', versions: 'v1', resources: 'deployments', verbs: 'create' } as const;

function* problemsOfLists(webhook: WebhookRule): Generator<Refusal> {
  for (const key of ['groups', 'versions', 'resources', 'verbs'] as const) {
    const list = webhook[key];
    const instead = `write: ${key}: ['${examples[key]}']`;
    if (list.length === 0)
      yield { key, reason: `its ${key} are an empty list`, instead: `${instead}, or ['*'] for all` };
    else if (key !== 'groups' && list.includes('')) yield { key, reason: `one of its ${key} is empty`, instead };
    else if (key === 'resources') yield* problemsOfResources(list);
    else if (list.includes('*') && list.length > 1) {
      yield { key, reason: `its ${key} contain '*' and other entries`, instead: `write: ${key}: ['*'], or remove '*'` };
    }
  }
}

/** Yields entries that a wildcard covers. For `x/*`, the API server checks only the entries that follow it. */
function* problemsOfResources(resources: readonly string[]): Generator<Refusal> {
  const key = 'resources';
  const plain = resources.filter((each) => !each.includes('/'));
  const instead = (kept: string): string => `write: resources: ['${kept}'], or remove '${kept}'`;
  if (resources.includes('*/*') && resources.length > 1) {
    yield { key, reason: "its resources contain '*/*' and other entries", instead: instead('*/*') };
  } else if (plain.includes('*') && plain.at(-1) !== '*') {
    yield { key, reason: "its resources contain '*' and other entries without a subresource", instead: instead('*') };
  }
  const wildcards = new Set<string>();
  for (const each of resources) {
    const slash = each.indexOf('/');
    if (slash < 0 || each === '*/*') continue;
    const [all, sub] = [`${each.slice(0, slash)}/*`, `*/${each.slice(slash + 1)}`];
    const covering = [all, sub].find((wildcard) => wildcards.has(wildcard));
    if (covering !== undefined) {
      yield {
        key,
        reason: `its resources have ${each} after ${covering}, which covers it`,
        instead: `remove '${each}'`,
      };
    }
    if (each === all || each === sub) wildcards.add(each);
  }
}

function* problemsOfUrl(url: string): Generator<Refusal> {
  const [main = '', ...fragment] = url.split('#');
  const [, authority = ''] = /^https:\/\/([^/?]*)/i.exec(main) ?? [];
  const query = main.split('?').slice(1).join('?');
  const extras = [
    authority.includes('@') && 'a user',
    query !== '' && 'a query',
    fragment.join('#') !== '' && 'a fragment',
  ];
  const instead = "write: url: 'https://example.com/validate'";
  if (!isUri(main) || authority.replace(/^.*@/, '') === '') {
    yield { key: 'url', reason: `its url ${JSON.stringify(url)} is not an https:// address with a host`, instead };
  } else if (extras.some(Boolean)) {
    yield { key: 'url', reason: `its url ${JSON.stringify(url)} has ${extras.filter(Boolean).join(' and ')}`, instead };
  }
}

function* problemsOfConditions({ matchConditions = [] }: WebhookRule): Generator<Refusal> {
  const key = 'matchConditions';
  const example = "{ name: 'not-ours', expression: \"request.userInfo.username != 'me'\" }";
  if (matchConditions.length > 64) {
    const reason = `it has ${matchConditions.length} matchConditions, but only 64 are allowed`;
    yield { key, reason, instead: 'join expressions with &&' };
  }
  const seen = new Set<string>();
  for (const { name, expression } of matchConditions) {
    const shown = JSON.stringify(name);
    if (!isQualifiedName(name)) {
      const rule = "letters, digits, '-', '_' and '.', 63 at most";
      yield {
        key,
        reason: `the name ${shown} of a match condition is not valid`,
        instead: `write ${rule}: ${example}`,
      };
    } else if (seen.has(name)) {
      yield {
        key,
        reason: `two of its matchConditions are named ${shown}`,
        instead: 'give one of the two another name',
      };
    }
    if (expression.trim() === '') {
      yield {
        key,
        reason: `the match condition ${shown} has no expression`,
        instead: `write a CEL expression: ${example}`,
      };
    }
    seen.add(name);
  }
}
