import { ExternalDocs } from '@operator-gen/runtime/api';

export class WebServerSpec {
  @ExternalDocs({ url: 'https://nginx.org/en/docs/', description: 'Directives' })
  configuration?: string;
}
