import { ListType } from '@operator-gen/runtime/api';

export class WebServerSpec {
  /** Server-side apply merges the names of several managers. */
  @ListType('set')
  hostnames?: string[];
}
