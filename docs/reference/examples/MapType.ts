import { MapType } from '@operator-gen/runtime/api';

export class WebServerSpec {
  @MapType('atomic')
  selector?: Record<string, string>;
}
