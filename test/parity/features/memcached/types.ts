import {
  type Condition,
  CustomResource,
  type Int32,
  ListMapKey,
  ListType,
  Maximum,
  Minimum,
  Resource,
  StatusSubresource,
} from '@operator-gen/runtime/api';

/** MemcachedSpec says how many of them there are, and where. */
export class MemcachedSpec {
  @Minimum(1)
  @Maximum(3)
  size?: Int32;
  /** Where each of them listens. */
  containerPort?: Int32;
}

export class MemcachedStatus {
  /** Available and Degraded. */
  @ListType('map')
  @ListMapKey('type')
  conditions?: Condition[];
}

@Resource({ group: 'memcached.parity.example.com', version: 'v1alpha1' }, { plural: 'memcacheds' })
@StatusSubresource()
export class Memcached extends CustomResource {
  spec?: MemcachedSpec;
  status?: MemcachedStatus;
}
