import { Csv, type Int32 } from '@operator-gen/runtime/api';

export class WebServerSpec {
  /** Number of Pods that serve requests. */
  @Csv({ displayName: 'Pods', descriptors: ['urn:alm:descriptor:com.tectonic.ui:podCount'], order: 1 })
  workers: Int32 = 1;

  /** For the team of the operator. */
  @Csv({ hidden: true })
  trace?: boolean;

  hosts?: string[];
}
