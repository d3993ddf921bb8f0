import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { emitRoles } from '../../../src/output/emit/rbac.js';
import type { RbacRule } from '../../../src/base/model/rbac.js';

const position = { file: 'src/a.ts', line: 1, column: 1 };

function rule(fields: Partial<RbacRule>): RbacRule {
  return {
    groups: [],
    resources: [],
    verbs: [],
    resourceNames: [],
    urls: [],
    namespace: '',
    roleName: '',
    position,
    ...fields,
  };
}

function roles(...rules: RbacRule[]): any[] {
  return parseAllDocuments(emitRoles(rules, 'manager-role')).map((each) => each.toJS());
}

describe('the roles', () => {
  it('has the manager role even without a rule', () => {
    expect(roles()).toEqual([
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'manager-role' },
        rules: [],
      },
    ]);
  });

  it('unites the verbs of one resource, then the resources, then the groups of equal rules', () => {
    const [role] = roles(
      rule({ groups: ['apps'], resources: ['deployments'], verbs: ['watch', 'get'] }),
      rule({ groups: ['apps'], resources: ['deployments'], verbs: ['list'] }),
      rule({ groups: ['apps'], resources: ['statefulsets'], verbs: ['get', 'list', 'watch'] }),
      rule({ groups: ['batch'], resources: ['jobs'], verbs: ['get'] }),
      rule({ groups: ['extensions'], resources: ['jobs'], verbs: ['get'] }),
    );
    expect(role.rules).toEqual([
      { apiGroups: ['apps'], resources: ['deployments', 'statefulsets'], verbs: ['get', 'list', 'watch'] },
      { apiGroups: ['batch', 'extensions'], resources: ['jobs'], verbs: ['get'] },
    ]);
  });

  it('reads core as the empty group, sorts urls first and folds only a star among the verbs', () => {
    const [role] = roles(
      rule({ groups: ['core'], resources: ['pods'], verbs: ['get', '*'] }),
      rule({ groups: [''], resources: ['pods/log'], verbs: ['get'] }),
      rule({ urls: ['/metrics'], verbs: ['get'] }),
      rule({ urls: ['/healthz'], verbs: ['get'] }),
    );
    expect(role.rules).toEqual([
      { nonResourceURLs: ['/healthz', '/metrics'], verbs: ['get'] },
      { apiGroups: [''], resources: ['pods'], verbs: ['*'] },
      { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] },
    ]);
  });

  it('keeps rules about named objects apart', () => {
    const [role] = roles(
      rule({ groups: [''], resources: ['secrets'], resourceNames: ['b', 'a'], verbs: ['get'] }),
      rule({ groups: [''], resources: ['secrets'], verbs: ['get'] }),
    );
    expect(role.rules).toEqual([
      { apiGroups: [''], resources: ['secrets'], verbs: ['get'] },
      { apiGroups: [''], resourceNames: ['a', 'b'], resources: ['secrets'], verbs: ['get'] },
    ]);
  });

  it('makes a Role for each namespace and name, cluster roles first', () => {
    const all = roles(
      rule({ groups: [''], resources: ['pods'], verbs: ['get'], namespace: 'two' }),
      rule({ groups: [''], resources: ['pods'], verbs: ['get'], roleName: 'other' }),
      rule({ groups: [''], resources: ['pods'], verbs: ['get'], namespace: 'one' }),
    );
    expect(all.map(({ kind, metadata }) => [kind, metadata.namespace, metadata.name])).toEqual([
      ['ClusterRole', undefined, 'manager-role'],
      ['ClusterRole', undefined, 'other'],
      ['Role', 'one', 'manager-role'],
      ['Role', 'two', 'manager-role'],
    ]);
  });

  it('does not depend on the order of the markers', () => {
    const some = [
      rule({ groups: ['apps'], resources: ['deployments'], verbs: ['get'] }),
      rule({ groups: [''], resources: ['services', 'pods'], verbs: ['list', 'get'] }),
      rule({ groups: ['apps'], resources: ['deployments'], verbs: ['list'] }),
    ];
    expect(emitRoles(some.toReversed(), 'manager-role')).toBe(emitRoles(some, 'manager-role'));
  });
});
