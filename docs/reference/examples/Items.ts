import { Items, MaxLength, MinLength } from '@operator-gen/runtime/api';

export class WebServerSpec {
  @Items(MinLength(1), MaxLength(63))
  hostnames?: string[];
}
