import { MultipleOf, type Int32 } from '@operator-gen/runtime/api';

export class WebServerSpec {
  /** Memory of the cache in megabytes. */
  @MultipleOf(64)
  cacheMegabytes?: Int32;
}
