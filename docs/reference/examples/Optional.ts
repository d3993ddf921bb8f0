import { Optional } from '@operator-gen/runtime/api';

export class WebServerSpec {
  /** Left out by most users; code that reads the field does not have to expect `undefined`. */
  @Optional()
  labels!: Record<string, string>;
}
