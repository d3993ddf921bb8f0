import { CustomResource, Resource } from '@operator-gen/runtime/api';

/** Keystone holds without a spec. */
@Resource({ group: 'root-fields.parity.example.com', version: 'v1' }, { plural: 'keystones' })
export class Keystone extends CustomResource {
  /** Above the door. */
  arch!: string;
  data?: Record<string, string>;
}
