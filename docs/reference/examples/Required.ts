import { Required, type Int32 } from '@operator-gen/runtime/api';

export class WebServerSpec {
  /** The API server sets it before it checks that it is there. */
  @Required()
  replicas: Int32 = 1;

  /** Code that creates an object in steps can leave it out for a while. */
  @Required()
  image?: string;
}
