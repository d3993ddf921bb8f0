import { CustomResource, type Int64, Resource } from '@operator-gen/runtime/api';

export class ContinentSpec {
  area?: Int64;
}

/** Continent is nowhere but on the globe. */
@Resource({ group: 'cluster-scope.parity.example.com', version: 'v1' }, { plural: 'continents', scope: 'Cluster' })
export class Continent extends CustomResource {
  spec?: ContinentSpec;
}
