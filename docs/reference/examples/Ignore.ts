import { Ignore } from '@operator-gen/runtime/api';

export class WebServerSpec {
  host!: string;

  /** Computed by the operator for its own use. */
  @Ignore()
  resolve?: (host: string) => string;
}
