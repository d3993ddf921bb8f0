import { CustomResource, type Int32, Resource, ScaleSubresource, StatusSubresource } from '@operator-gen/runtime/api';

export class ConvoySpec {
  lorries?: Int32;
}

export class ConvoyStatus {
  onTheRoad!: Int32;
  selector?: string;
}

@Resource({ group: 'scale-with-selector.parity.example.com', version: 'v1' }, { plural: 'convoys' })
@StatusSubresource()
@ScaleSubresource({
  specReplicasPath: '.spec.lorries',
  statusReplicasPath: '.status.onTheRoad',
  labelSelectorPath: '.status.selector',
})
export class Convoy extends CustomResource {
  spec?: ConvoySpec;
  status?: ConvoyStatus;
}
