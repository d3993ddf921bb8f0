import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export interface TypewriterSpec {
  keys?: Int32;
}

/**
 * Typewriter types.
 * @unservedVersion
 * @deprecatedVersion 'its ribbon is worn'
 * @metadata { labels: { era: 'old' } }
 */
@Resource({ group: 'tags-versions.parity.example.com', version: 'v1' }, { plural: 'typewriters' })
export class Typewriter extends CustomResource {
  spec?: TypewriterSpec;
}
