import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export class WindmillSpec {
  blades?: Int32;
}

@Resource(
  { group: 'short-names.parity.example.com', version: 'v1' },
  { plural: 'windmills', shortNames: ['wm', 'mill'] },
)
export class Windmill extends CustomResource {
  spec?: WindmillSpec;
}
