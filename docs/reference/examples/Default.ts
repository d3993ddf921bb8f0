import { Default, type Int32 } from '@operator-gen/runtime/api';

interface Listen {
  /** @default 8080 */
  port: Int32;
}

export class WebServerSpec {
  @Default({ port: 80 })
  listen?: Listen;
}
