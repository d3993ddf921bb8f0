import { Descriptions, type Int32 } from '@operator-gen/runtime/api';

export class WebServerSpec {
  /** Number of Pods. With an autoscaler, this is only where it starts. */
  @Descriptions('first-sentence')
  replicas: Int32 = 1;
}
