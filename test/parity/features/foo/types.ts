import { CustomResource, type Int32, Maximum, Minimum, Resource, StatusSubresource } from '@operator-gen/runtime/api';

export class FooSpec {
  deploymentName!: string;
  @Minimum(1)
  @Maximum(10)
  replicas: Int32 = 1;
}

export class FooStatus {
  availableReplicas!: Int32;
}

@Resource({ group: 'foo.parity.example.com', version: 'v1alpha1' }, { plural: 'foos' })
@StatusSubresource()
export class Foo extends CustomResource {
  spec?: FooSpec;
  status?: FooStatus;
}
