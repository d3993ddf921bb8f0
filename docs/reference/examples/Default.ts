import { Default, type Int32 } from '@operator-gen/runtime/api';

interface Listen {
  /** @default 8080 */
  port: Int32;
}

class Probe {
  periodSeconds: Int32 = 10;
}

export class WebServerSpec {
  @Default({ port: 80 })
  listen!: Listen;

  /** A class needs no marker: the API server adds the defaults of its fields. */
  probe: Probe = new Probe();
}
