import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export interface AlmanacSpec {
  year: Int32;
}

export interface AlmanacStatus {
  printed?: Int32;
}

/**
 * Almanac knows the weather.
 *
 * @statusSubresource
 * @scaleSubresource { specReplicasPath: '.spec.year', statusReplicasPath: '.status.printed' }
 * @printColumn { name: 'Year', type: 'integer', jsonPath: '.spec.year' }
 */
@Resource(
  { group: 'tags-kind.parity.example.com', version: 'v1' },
  { plural: 'almanacs', shortNames: ['al'], scope: 'Cluster' },
)
export class Almanac extends CustomResource {
  spec?: AlmanacSpec;
  status?: AlmanacStatus;
}
