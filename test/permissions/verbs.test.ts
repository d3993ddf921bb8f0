import { Rbac } from '@operator-gen/runtime/api';
import { expect, expectTypeOf, test } from 'vitest';

test('the verbs of a marker are typed', () => {
  type Verb = Parameters<typeof Rbac>[0]['verbs'][number];
  expectTypeOf<'get' | 'deletecollection' | '*' | 'impersonate:user-info'>().toExtend<Verb>();
  // @ts-expect-error: it is not a verb
  expect(Rbac({ groups: [''], resources: ['pods'], verbs: ['creat'] })).toBeTypeOf('function');
});
