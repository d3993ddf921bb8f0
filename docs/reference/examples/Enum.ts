import { Enum } from '@operator-gen/runtime/api';

export class WebServerSpec {
  @Enum('gzip', 'brotli')
  compression?: string;
}
