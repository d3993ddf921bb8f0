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

/** MemcachedSpec defines the desired state of Memcached. */
export class MemcachedSpec {
  /** How many memcached Pods there should be. */
  @Minimum(1)
  @Maximum(3)
  size!: Int32;

  /** The port that memcached listens on in its container. */
  @Minimum(1)
  @Maximum(65535)
  containerPort: Int32 = 11211;
}

/** MemcachedStatus defines the observed state of Memcached. */
export class MemcachedStatus {
  /** Available: the Deployment is as asked for. Degraded: the last things are being done before the object goes. */
  @ListType('map')
  @ListMapKey('type')
  conditions?: Condition[];
}

/** Memcached is a number of memcached Pods. */
@Resource(groupVersion, { plural: 'memcacheds' })
@StatusSubresource()
export class Memcached extends CustomResource {
  spec!: MemcachedSpec;
  status?: MemcachedStatus;
}
