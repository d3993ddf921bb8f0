import { CustomResource, type Int32, Resource, SelectableField, StatusSubresource } from '@operator-gen/runtime/api';

export class HarbourSpec {
  sea?: string;
  depth?: Int32;
}

export class HarbourStatus {
  full?: boolean;
}

@Resource({ group: 'selectable-fields.parity.example.com', version: 'v1' }, { plural: 'harbours' })
@StatusSubresource()
@SelectableField('.spec.sea')
@SelectableField('.spec.depth')
@SelectableField('.status.full')
export class Harbour extends CustomResource {
  spec?: HarbourSpec;
  status?: HarbourStatus;
}
