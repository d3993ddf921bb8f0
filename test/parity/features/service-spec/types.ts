import { CustomResource, Resource } from '@operator-gen/runtime/api';
import type { ServicePort, ServiceSpec } from '@operator-gen/runtime/k8s/core/v1';
import type { IngressSpec, NetworkPolicySpec } from '@operator-gen/runtime/k8s/networking/v1';
import type { PolicyRule } from '@operator-gen/runtime/k8s/rbac/v1';

export class CounterSpec {
  service!: ServiceSpec;
  ports?: ServicePort[];
  ingress?: IngressSpec;
  policy?: NetworkPolicySpec;
  rules?: PolicyRule[];
}

@Resource({ group: 'service-spec.parity.example.com', version: 'v1' }, { plural: 'counters' })
export class Counter extends CustomResource {
  spec?: CounterSpec;
}
