import { MaxItems } from '@operator-gen/runtime/api';

export class WebServerSpec {
  @MaxItems(16)
  hostnames?: string[];
}
