import { CustomResource, Resource } from '@operator-gen/runtime/api';
import type { ConfigMapKeySelector, SecretKeySelector, SecretReference } from '@operator-gen/runtime/k8s/core/v1';

export class LocksmithSpec {
  key!: SecretKeySelector;
  map?: ConfigMapKeySelector;
  secret?: SecretReference;
}

@Resource({ group: 'secret-key-selector.parity.example.com', version: 'v1' }, { plural: 'locksmiths' })
export class Locksmith extends CustomResource {
  spec?: LocksmithSpec;
}
