import { EmbeddedResource, type RawExtension } from '@operator-gen/runtime/api';

export class WebServerSpec {
  /** An object that the operator creates as it is. */
  @EmbeddedResource()
  extra?: RawExtension;
}
