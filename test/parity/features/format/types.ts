import { CustomResource, Format, Resource } from '@operator-gen/runtime/api';

export class LighthouseSpec {
  @Format('ipv4')
  address?: string;
  @Format('uri')
  manual?: string;
  @Format('date-time')
  built?: string;
  @Format('uuid')
  id?: string;
}

@Resource({ group: 'format.parity.example.com', version: 'v1' }, { plural: 'lighthouses' })
export class Lighthouse extends CustomResource {
  spec?: LighthouseSpec;
}
