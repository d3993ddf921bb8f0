import { Type, type Json } from '@operator-gen/runtime/api';

export class WebServerSpec {
  /** Settings that are passed on unread. */
  @Type('object')
  settings?: Json;
}
