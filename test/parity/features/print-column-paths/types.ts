import {
  type Condition,
  CustomResource,
  type Int32,
  ListMapKey,
  ListType,
  PrintColumn,
  Resource,
  StatusSubresource,
} from '@operator-gen/runtime/api';

export class NestSpec {
  eggs?: Record<string, Int32>;
}

export class NestStatus {
  @ListType('map')
  @ListMapKey('type')
  conditions?: Condition[];
}

@Resource({ group: 'print-column-paths.parity.example.com', version: 'v1' }, { plural: 'nests' })
@StatusSubresource()
@PrintColumn({ name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' })
@PrintColumn({ name: 'Blue', type: 'integer', jsonPath: ".spec.eggs['blue']", description: 'Those of the thrush' })
@PrintColumn({ name: 'Label', type: 'string', jsonPath: '.metadata.labels.nests\\.example\\.com/bird' })
export class Nest extends CustomResource {
  spec?: NestSpec;
  status?: NestStatus;
}
