import { AtLeastOneOf, type Int32 } from '@operator-gen/runtime/api';

@AtLeastOneOf('httpPort', 'httpsPort')
export class WebServerSpec {
  httpPort?: Int32;
  httpsPort?: Int32;
}
