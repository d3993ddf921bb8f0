import { Example } from '@operator-gen/runtime/api';

export class WebServerSpec {
  @Example('www.example.com')
  hostname?: string;
}
