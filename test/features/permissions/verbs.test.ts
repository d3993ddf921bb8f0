import { Rbac } from '@operator-gen/runtime/api';
import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';
import { expect, expectTypeOf, test } from 'vitest';

test('the verbs of a marker are typed', () => {
  type Verb = Parameters<typeof Rbac>[1][number];
  expectTypeOf<'get' | 'deletecollection' | '*' | 'impersonate:user-info'>().toExtend<Verb>();
  // @ts-expect-error: it is not a verb
  expect(Rbac({ groups: [''], resources: ['pods'], verbs: ['creat'] })).toBeTypeOf('function');
  // @ts-expect-error: it is not a verb
  expect(Rbac(Deployment, ['creat'])).toBeTypeOf('function');
  // @ts-expect-error: it is not a kind
  expect(Rbac('deployments', ['get'])).toBeTypeOf('function');
});
