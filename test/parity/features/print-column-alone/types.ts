import { CustomResource, PrintColumn, Resource } from '@operator-gen/runtime/api';

export class LanternSpec {
  oil?: string;
}

@Resource({ group: 'print-column-alone.parity.example.com', version: 'v1' }, { plural: 'lanterns' })
@PrintColumn({ name: 'Oil', type: 'string', jsonPath: '.spec.oil' })
export class Lantern extends CustomResource {
  spec?: LanternSpec;
}
