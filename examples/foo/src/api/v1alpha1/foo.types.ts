import {
  CustomResource,
  Maximum,
  Metadata,
  Minimum,
  Resource,
  StatusSubresource,
  type Int32,
} from '@operator-gen/runtime/api';
import { groupVersion } from './group-version.js';

/** FooSpec defines the desired state of Foo. */
export class FooSpec {
  /** The name of the Deployment. */
  deploymentName!: string;

  /** How many Pods the Deployment should have. */
  @Minimum(1)
  @Maximum(10)
  replicas: Int32 = 1;
}

/** FooStatus defines the observed state of Foo. */
export class FooStatus {
  /** How many Pods of the Deployment are available. */
  availableReplicas?: Int32;
}

/** Foo is a Deployment with a name of its own. */
@Resource(groupVersion, { plural: 'foos' })
@StatusSubresource()
// Groups below k8s.io belong to the Kubernetes project. The API server takes a kind in them only if it is told where the
// kind was approved, or that it was not.
@Metadata({ annotations: { 'api-approved.kubernetes.io': 'unapproved, experimental-only' } })
export class Foo extends CustomResource {
  spec!: FooSpec;
  status?: FooStatus;
}
