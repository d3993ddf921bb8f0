import { Format } from '@operator-gen/runtime/api';

export class WebServerSpec {
  @Format('ipv4')
  address?: string;
}
