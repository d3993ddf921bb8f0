import { Descriptions, type Int32 } from '@operator-gen/runtime/api';

export class WebServerSpec {
  /** Number of Pods. With an autoscaler, this is only where it starts. */
  @Descriptions('first-sentence')
  replicas: Int32 = 1;

  /** Name of the image. It is pulled again only if the tag is latest, which we do not recommend. */
  @Descriptions(60)
  image?: string;

  /** Host names under which the server is reached */
  @Descriptions(30)
  hosts?: string[];
}
