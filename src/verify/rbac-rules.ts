import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Model } from '../model/model.js';
import type { RbacRule } from '../model/rbac.js';

/** What the API server would refuse of the permissions, and what grants nothing. */
export function* verifyPermissions({ rbac }: Pick<Model, 'rbac'>): Generator<Diagnostic> {
  for (const rule of rbac) {
    for (const reason of problemsOf(rule)) yield diagnostic('permission-refused', { reason }, rule.position);
    for (const reason of unusedParts(rule)) yield diagnostic('permission-unused', { reason }, rule.position);
  }
}

// https://kubernetes.io/docs/reference/kubernetes-api/authorization-resources/cluster-role-v1/
function* problemsOf({
  groups,
  resources,
  verbs,
  resourceNames,
  urls,
  namespace,
  roleName,
}: RbacRule): Generator<string> {
  if (verbs.length === 0) yield 'verbs is empty';
  if (urls.length > 0) {
    if (groups.length + resources.length + resourceNames.length > 0) yield 'urls stand beside groups or resources';
    if (namespace !== '') yield `urls are of the whole cluster, and namespace makes it a Role of ${namespace}`;
  } else {
    if (resources.length === 0) yield 'it names neither resources nor urls';
    // No group is not the core group: a group that was forgotten is mostly another one.
    if (groups.length === 0) yield "it names no groups; the core group is groups: ['']";
  }
  if (namespace !== '' && !isLabel(namespace)) {
    yield `the namespace ${namespace} is no name of 63 small letters, digits and dashes at most`;
  }
  if (/[/%]/.test(roleName) || roleName === '.' || roleName === '..') yield `no role can be called ${roleName}`;
}

function isLabel(name: string): boolean {
  return /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name);
}

// https://kubernetes.io/docs/reference/access-authn-authz/rbac/#referring-to-resources
const namelessVerbs = ['create', 'deletecollection'];

/** What the API server takes, and no request is ever like. */
function* unusedParts({ resources, verbs, resourceNames, urls }: RbacRule): Generator<string> {
  for (const verb of verbs) {
    if (!/^[^A-Z\s]+$/.test(verb)) yield `no request has the verb '${verb}': verbs are in small letters`;
  }
  for (const resource of resources) {
    if (!/^[^A-Z\s]+$/.test(resource)) yield `no resource is called '${resource}': write its plural in small letters`;
  }
  for (const url of urls) {
    if (!/^(\/[^*]*)?\*?$/.test(url) || url === '') {
      yield `no path is like '${url}': it begins with a slash, and only its end may be *`;
    }
  }
  // A subresource, such as pods/exec, is created on an object that has a name.
  const nameless = verbs.filter((verb) => namelessVerbs.includes(verb));
  if (resourceNames.length > 0 && nameless.length > 0 && resources.some((each) => !each.includes('/'))) {
    yield `${nameless.join(' and ')} cannot be granted for resourceNames: such a request does not say a name`;
  }
}
