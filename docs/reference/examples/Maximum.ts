import { Maximum, type Int32 } from '@operator-gen/runtime/api';

export class WebServerSpec {
  /** Number of Pods. */
  @Maximum(100)
  replicas: Int32 = 1;
}
