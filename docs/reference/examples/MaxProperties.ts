import { MaxProperties } from '@operator-gen/runtime/api';

export class WebServerSpec {
  @MaxProperties(8)
  selector?: Record<string, string>;
}
