import { Pattern } from '@operator-gen/runtime/api';

export class WebServerSpec {
  @Pattern(/^[a-z][a-z0-9-]*$/)
  hostname!: string;
}
