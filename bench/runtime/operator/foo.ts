import { CustomResource, Resource, StatusSubresource, type Int32, type Int64 } from '@operator-gen/runtime/api';

export class FooSpec {
  replicas!: Int32;
  payload!: string;
}

export class FooStatus {
  observedGeneration?: Int64;
}

/** Owns a ConfigMap with the contents of its spec. */
@Resource({ group: 'bench.operator-gen.dev', version: 'v1' }, { plural: 'foos' })
@StatusSubresource()
export class Foo extends CustomResource {
  spec!: FooSpec;
  status?: FooStatus;
}
