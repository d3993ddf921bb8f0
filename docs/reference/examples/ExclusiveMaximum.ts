import { ExclusiveMaximum, Maximum, type Double } from '@operator-gen/runtime/api';

export class WebServerSpec {
  /** Share of the requests that the new version gets. */
  @Maximum(1)
  @ExclusiveMaximum()
  canaryShare?: Double;
}
