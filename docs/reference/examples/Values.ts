import { MaxLength, Values } from '@operator-gen/runtime/api';

export class WebServerSpec {
  @Values(MaxLength(256))
  headers?: Record<string, string>;
}
