import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { suggest } from '../../base/diagnostics/suggest.js';
import { own } from '../../base/model/json-at.js';
import type { Model } from '../../base/model/model.js';
import { authorizedIn, coreless, resourceVerbs, specialVerbs, urlVerbs, type RbacRule } from '../../base/model/rbac.js';
import { isDnsLabel, isSubdomain } from '../../base/values/labels.js';
import type { Refusal } from './refusal.js';

/** Reports what the API server would reject in permissions, and what has no effect. */
export function* verifyPermissions({ rbac }: Pick<Model, 'rbac'>): Generator<Diagnostic> {
  for (const rule of rbac) {
    const at = (key: string) => rule.origins?.[key] ?? rule.position;
    for (const { key, reason, instead } of problemsOf(rule)) {
      yield diagnostic('invalid-permission', { reason, instead }, at(key));
    }
    for (const { key, reason, instead } of unusedParts(rule)) {
      yield diagnostic('ineffective-permission', { reason, instead }, at(key));
    }
    for (const verb of unknownVerbs(rule)) {
      // Someone who writes a word does not mean everything.
      const known = [...verbsOf(rule)].filter((each) => each !== '*');
      yield diagnostic('unknown-verb', { verb, suggestion: suggest(verb, known) }, at('verbs'));
    }
  }
}

// https://kubernetes.io/docs/reference/kubernetes-api/authorization-resources/cluster-role-v1/
function* problemsOf(rule: RbacRule): Generator<Refusal> {
  const { groups, resources, verbs, resourceNames, urls, namespace, roleName } = rule;
  if (verbs.length === 0)
    yield {
      key: 'verbs',
      reason: 'verbs is empty',
      instead: urls.length > 0 ? "write: verbs: ['get']" : "write: verbs: ['get', 'list', 'watch']",
    };
  if (urls.length > 0) {
    if (groups.length + resources.length + resourceNames.length > 0) {
      const instead =
        "write two permissions: one with urls, one with groups and resources; this one: @Rbac({ urls: ['/metrics'], verbs: ['get'] })";
      yield { key: 'urls', reason: 'urls cannot be combined with groups, resources or resourceNames', instead };
    }
    if (namespace !== '') {
      const reason = `urls belong to the whole cluster, and namespace makes this a Role in ${namespace}`;
      yield { key: 'namespace', reason, instead: 'remove namespace' };
    }
  } else {
    if (resources.length === 0) {
      const instead = "write: resources: ['deployments'] with their groups, or urls: ['/metrics']";
      yield { key: 'resources', reason: 'it names neither resources nor urls', instead };
    }
    // An empty list does not mean the core group: a forgotten group is usually a different one.
    if (groups.length === 0) {
      const instead = "write: groups: ['apps'], or groups: [''] for the core group";
      yield { key: 'groups', reason: 'it names no groups', instead };
    }
  }
  if (namespace !== '' && !isDnsLabel(namespace)) {
    const reason = `${JSON.stringify(namespace)} is not the name of a namespace`;
    yield {
      key: 'namespace',
      reason,
      instead: "use at most 63 lower-case letters, digits and dashes: namespace: 'default'",
    };
  }
  if (/[/%]/.test(roleName) || roleName === '.' || roleName === '..') {
    const reason = `${JSON.stringify(roleName)} cannot be the name of a role`;
    yield { key: 'roleName', reason, instead: "write a name without slashes and percent signs: roleName: 'viewer'" };
  }
}

// https://kubernetes.io/docs/reference/access-authn-authz/rbac/#referring-to-resources
const namelessVerbs = ['create', 'deletecollection'];

/** Yields the parts that the API server accepts but that match no request. */
function* unusedParts(rule: RbacRule): Generator<Refusal> {
  const { groups, resources, verbs, resourceNames, urls } = rule;
  const wrong = groups.find((each) => !isGroup(each));
  if (wrong !== undefined) {
    const mended = groups.map((each) => `'${isGroup(each) ? each : each.trim().toLowerCase().split('/', 1)[0]!}'`);
    const instead = `write: groups: [${mended.join(', ')}]`;
    yield { key: 'groups', reason: `no API group is named '${wrong}'`, instead };
  }
  for (const resource of resources) {
    if (/^[^A-Z\s/](?:[^A-Z\s]*[^A-Z\s/])?$/.test(resource)) continue;
    const name = resource.trim().toLowerCase().split('/').filter(Boolean).join('/');
    const instead = `write its plural in lower case${name === '' ? '' : `: '${name}'`}`;
    yield { key: 'resources', reason: `no resource is named '${resource}'`, instead };
  }
  const name = resourceNames.find((each) => /[*/%]/.test(each));
  if (name !== undefined) {
    const reason = `'${name}' is the whole name of an object, and no object has such a name`;
    const instead = 'list the names of the objects, or remove resourceNames: names have no wildcards';
    yield { key: 'resourceNames', reason, instead };
  }
  yield* unusedVerbs(rule);
  for (const url of urls) {
    if (url !== '' && /^(\/[^*]*)?\*?$/.test(url)) continue;
    const instead = "use a path that starts with a slash and has '*' only at its end: '/metrics/*'";
    yield { key: 'urls', reason: `no path matches '${url}'`, instead };
  }
  // A subresource such as pods/exec is created on a named object.
  const nameless = verbs.filter((verb) => namelessVerbs.includes(verb));
  if (resourceNames.length > 0 && nameless.length > 0 && resources.some((each) => !each.includes('/'))) {
    const reason = `${nameless.join(' and ')} cannot be granted for resourceNames: such a request has no name`;
    yield { key: 'verbs', reason, instead: `write a permission without resourceNames for ${nameless.join(' and ')}` };
  }
}

/**
 * The verbs of the requests for subresources of the API server, and for the permission on finalizers.
 * https://kubernetes.io/docs/reference/kubernetes-api/
 */
const subresourceVerbs: Readonly<Record<string, readonly string[]>> = {
  approval: ['get', 'update', 'patch'],
  attach: ['get', 'create'],
  binding: ['create'],
  ephemeralcontainers: ['get', 'update', 'patch'],
  eviction: ['create'],
  exec: ['get', 'create'],
  finalize: ['update'],
  finalizers: ['update'],
  log: ['get'],
  portforward: ['get', 'create'],
  resize: ['get', 'update', 'patch'],
  scale: ['get', 'update', 'patch'],
  status: ['get', 'update', 'patch'],
  token: ['create'],
};

/** Verbs that only some groups check, and these groups. */
const groupsOfVerbs: Readonly<Record<string, readonly string[]>> = {
  approve: ['certificates.k8s.io'],
  attest: ['certificates.k8s.io'],
  bind: ['rbac.authorization.k8s.io'],
  escalate: ['rbac.authorization.k8s.io'],
  impersonate: ['', 'authentication.k8s.io'],
  sign: ['certificates.k8s.io'],
};

/** Yields the verbs that no request for any of the resources has. */
function* unusedVerbs({ groups, resources, verbs, customVerbs = [] }: RbacRule): Generator<Refusal> {
  const requested = resources.map((each) => requestedVerbs(each, groups));
  const some = requested.every((each) => each !== undefined) ? requested.flat() : undefined;
  const others = verbs.filter((each) => resourceVerbs.includes(each) && each !== '*' && some?.includes(each) === false);
  if (some !== undefined && resources.length > 0 && others.length > 0) {
    const reason = `${others.join(' and ')} is never requested of ${resources.join(' and ')}`;
    const instead = `remove it: the verbs are ${[...new Set(some)].join(', ')}`;
    yield { key: 'verbs', reason, instead };
  }
  for (const verb of verbs) {
    const checking = groupsOfVerbs[verb];
    if (checking === undefined || customVerbs.includes(verb) || groups.length === 0) continue;
    if (groups.some((each) => each === '*' || checking.includes(coreless(each)) || !isBuiltIn(coreless(each))))
      continue;
    const reason = `${verb} is checked only for the group ${checking.filter(Boolean).join()}`;
    yield { key: 'verbs', reason, instead: `remove '${verb}', or name the group and its resources` };
  }
}

/** Groups whose resources with names that end with `reviews` can only be created. */
const reviewGroups = ['authentication.k8s.io', 'authorization.k8s.io'];

/** Returns the verbs of the requests for a resource; undefined if they are not limited. */
function requestedVerbs(resource: string, groups: readonly string[]): readonly string[] | undefined {
  const [plural = '', subresource] = resource.split('/');
  // For example, requests to kubelets, which can have all methods.
  if (authorizedIn(groups).includes(resource)) return undefined;
  if (subresource !== undefined) {
    return own(subresourceVerbs, subresource);
  }
  const isReview = groups.every((each) => reviewGroups.includes(each)) && plural.endsWith('reviews');
  return isReview ? ['create'] : undefined;
}

function isGroup(group: string): boolean {
  return ['', '*'].includes(coreless(group)) || isSubdomain(group);
}

function isBuiltIn(group: string): boolean {
  return !group.includes('.') || group.endsWith('.k8s.io');
}

function verbsOf({ urls }: RbacRule): readonly string[] {
  return urls.length > 0 ? urlVerbs : [...resourceVerbs, ...specialVerbs];
}

function unknownVerbs(rule: RbacRule): readonly string[] {
  const known = new Set([...verbsOf(rule), ...(rule.customVerbs ?? [])]);
  // Impersonation can be constrained: `impersonate:user-info`, `impersonate-on:user-info:list`.
  return rule.verbs.filter((verb) => !known.has(verb) && !/^impersonate(?:-on)?:./.test(verb));
}
