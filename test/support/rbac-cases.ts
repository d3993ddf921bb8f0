import type { RbacRule } from '../../src/base/model/rbac.js';

/** A permission, as the argument of `@Rbac`. */
export interface RbacCase {
  readonly rule: Partial<Omit<RbacRule, 'position'>>;
  /** The codes that verify reports; the API server rejects the role exactly when one of them is `invalid-permission`. */
  readonly codes: readonly string[];
}

const rule = (of: RbacCase['rule'], ...codes: readonly string[]): RbacCase => ({
  rule: { verbs: ['get'], ...of },
  codes,
});
const pods = (of: RbacCase['rule'], ...codes: readonly string[]): RbacCase =>
  rule({ groups: [''], resources: ['pods'], ...of }, ...codes);

const [refused, unused] = ['invalid-permission', 'ineffective-permission'];

export const rbacCases: readonly RbacCase[] = [
  pods({}),
  pods({ groups: ['core'], namespace: 'default' }),
  pods({ groups: ['*'], resources: ['*'], verbs: ['*'] }),
  pods({ verbs: [] }, refused),
  pods({ groups: [] }, refused),
  pods({ resources: [] }, refused),
  rule({}, refused, refused),
  rule({ urls: ['/metrics'] }),
  rule({ urls: ['/metrics/*', '*'] }),
  rule({ urls: ['/metrics'], verbs: [] }, refused),
  rule({ urls: ['/metrics'], namespace: 'default' }, refused),
  rule({ urls: ['/metrics'], groups: [''] }, refused),
  rule({ urls: ['/metrics'], resourceNames: ['a'] }, refused),
  pods({ urls: ['/metrics'] }, refused),
  rule({ urls: ['metrics'] }, unused),
  rule({ urls: ['/*/metrics'] }, unused),
  rule({ urls: [''] }, unused),
  pods({ verbs: ['Get'] }, 'unknown-verb'),
  pods({ verbs: [''] }, 'unknown-verb'),
  pods({ verbs: ['creat', 'get'] }, 'unknown-verb'),
  pods({ verbs: ['restart'] }, 'unknown-verb'),
  pods({ verbs: ['get'], customVerbs: ['restart'] }),
  pods({ verbs: ['post'] }, 'unknown-verb'),
  rule({ urls: ['/metrics'], verbs: ['list'] }, 'unknown-verb'),
  rule({ urls: ['/metrics'], verbs: ['post', 'head'] }),
  rule({ groups: ['rbac.authorization.k8s.io'], resources: ['clusterroles'], verbs: ['bind', 'escalate'] }),
  rule({ groups: ['certificates.k8s.io'], resources: ['signers'], verbs: ['approve', 'sign', 'attest'] }),
  pods({ resources: ['users'], verbs: ['impersonate', 'impersonate:user-info', 'impersonate-on:user-info:list'] }),
  pods({ resources: ['Pods', ''] }, unused, unused),
  pods({ resourceNames: ['a'], verbs: ['create', 'get'] }, unused),
  pods({ resourceNames: ['a'], verbs: ['list', 'watch', 'delete'] }),
  pods({ resources: ['pods/exec'], resourceNames: ['a'], verbs: ['create'] }),
  pods({ resourceNames: ['app-*'] }, unused),
  pods({ resourceNames: ['*'] }, unused),
  pods({ resourceNames: ['a/b'] }, unused),
  pods({ resourceNames: ['a', 'B c'] }),
  rule({ groups: ['apps/v1'], resources: ['deployments'] }, unused),
  rule({ groups: ['Apps', ''], resources: ['pods'] }, unused),
  pods({ resources: ['pods/'] }, unused),
  pods({ resources: ['/status'] }, unused),
  rule({ groups: ['external.metrics.k8s.io'], resources: ['example.com|queue/length'] }),
  pods({ resources: ['pods/status'], verbs: ['list', 'get', 'watch'] }, unused),
  pods({ resources: ['pods/log', 'pods/exec'], verbs: ['get', 'create'] }),
  pods({ resources: ['pods/log', 'pods/exec'], verbs: ['update'] }, unused),
  pods({ resources: ['pods', 'pods/status'], verbs: ['list', 'get', 'watch'] }),
  pods({ resources: ['nodes/proxy', 'nodes/metrics'], verbs: ['list', 'get'] }),
  pods({ resources: ['nodes/log', 'nodes/checkpoint'], verbs: ['get', 'create', 'delete'] }),
  rule({ groups: ['resource.k8s.io'], resources: ['resourceclaims/binding'], verbs: ['update', 'patch'] }),
  pods({ resources: ['pods/binding'], verbs: ['update', 'create'] }, unused),
  pods({ resources: ['*/scale'], verbs: ['*'] }),
  pods({ resources: ['pods/status'], verbs: ['get', 'restart'], customVerbs: ['restart'] }),
  rule({ groups: ['example.com'], resources: ['things/finalizers'], verbs: ['update', 'patch'] }, unused),
  rule({ groups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] }),
  rule({ groups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create', 'get'] }, unused),
  rule({ groups: ['example.com'], resources: ['reviews'], verbs: ['create', 'get'] }),
  pods({ verbs: ['get', 'bind'] }, unused),
  rule({ groups: ['apps', 'rbac.authorization.k8s.io'], resources: ['roles'], verbs: ['bind'] }),
  rule({ groups: ['apps'], resources: ['deployments'], verbs: ['impersonate'] }, unused),
  rule({ groups: ['cert-manager.io'], resources: ['signers'], verbs: ['approve'] }),
  pods({ verbs: ['get', 'approve'], customVerbs: ['approve'] }),
  pods({ roleName: 'Any name: at all' }),
  pods({ roleName: 'a/b' }, refused),
  pods({ roleName: '100%' }, refused),
  pods({ roleName: '..' }, refused),
  pods({ namespace: 'Not a namespace' }, refused),
];

/** Returns the source that declares a case. */
export function rbacSource({ rule: argument }: Pick<RbacCase, 'rule'>): string {
  return `import { Rbac } from '@operator-gen/runtime/api';
@Rbac(${JSON.stringify(argument)})
export class Controller {}
`;
}
