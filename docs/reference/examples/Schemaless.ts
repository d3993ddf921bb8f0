import { Schemaless } from '@operator-gen/runtime/api';

interface Plugin {
  name: string;
  settings: unknown;
}

export class WebServerSpec {
  /** The type is for code: the API server takes any value. */
  @Schemaless()
  plugin?: Plugin;
}
