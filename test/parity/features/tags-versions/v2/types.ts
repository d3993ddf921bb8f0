import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export interface TypewriterSpec {
  keys?: Int32;
  ribbon?: string;
}

/**
 * Typewriter types.
 * @storageVersion
 * @selectableField '.spec.ribbon'
 */
@Resource({ group: 'tags-versions.parity.example.com', version: 'v2' }, { plural: 'typewriters' })
export class Typewriter extends CustomResource {
  spec?: TypewriterSpec;
}
