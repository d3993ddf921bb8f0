import { AtMostOneOf } from '@operator-gen/runtime/api';

@AtMostOneOf('certificateSecret', 'certificateFile')
export class WebServerSpec {
  certificateSecret?: string;
  certificateFile?: string;
}
