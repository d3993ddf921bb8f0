import {
  CustomResource,
  ListMapKey,
  ListType,
  Maximum,
  Minimum,
  Resource,
  StatusSubresource,
  type Condition,
  type Int32,
} from '@operator-gen/runtime/api';
import { groupVersion } from './group-version.js';

// Run `operator-gen manifests` after every change to regenerate the CRD. Doc comments become descriptions, `?` makes a
// field optional, an initializer sets its default, and markers such as @Minimum add validation.

/** MemcachedSpec defines the desired state of Memcached. */
export class MemcachedSpec {
  /** The desired number of Pods. */
  @Minimum(1)
  @Maximum(3)
  size: Int32 = 1;
}

/** MemcachedStatus defines the observed state of Memcached. */
export class MemcachedStatus {
  /** Available: enough Pods are ready. Progressing: Pods are being replaced. Degraded: the rollout is blocked. */
  @ListType('map')
  @ListMapKey('type')
  conditions?: Condition[];
}

/** Memcached is the Schema for the memcacheds API: a number of Pods of one image. */
@Resource(groupVersion, { plural: 'memcacheds' })
@StatusSubresource()
export class Memcached extends CustomResource {
  spec!: MemcachedSpec;
  status?: MemcachedStatus;
}
