import { ExclusiveMinimum, Minimum, type Double } from '@operator-gen/runtime/api';

export class WebServerSpec {
  /** Factor by which the number of Pods may grow at once. */
  @Minimum(1)
  @ExclusiveMinimum()
  growth?: Double;
}
