import { Schemaless } from '@operator-gen/runtime/api';

interface Plugin {
  name: string;
  settings: unknown;
}

export class WebServerSpec {
  /** The type is only used in code: the API server accepts any value. */
  @Schemaless()
  plugin?: Plugin;
}
