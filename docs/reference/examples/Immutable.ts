import { Immutable } from '@operator-gen/runtime/api';

export class WebServerSpec {
  @Immutable()
  volumeName?: string;
}
