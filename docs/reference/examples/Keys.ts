import { Keys, MaxLength, MaxProperties } from '@operator-gen/runtime/api';

export class WebServerSpec {
  @MaxProperties(16)
  @Keys(MaxLength(63))
  headers?: Record<string, string>;
}
