import { Minimum, type Int32 } from '@operator-gen/runtime/api';

export class WebServerSpec {
  /** Number of Pods. */
  @Minimum(0)
  replicas: Int32 = 1;
}
