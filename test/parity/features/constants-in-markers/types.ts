import { CustomResource, Enum, type Int32, Maximum, Minimum, Pattern, Resource } from '@operator-gen/runtime/api';

const most = 40;
const woods = { oak: 'Oak', lime: 'Lime' } as const;
const mark = /^[0-9]{4}$/;

export class BeehiveSpec {
  @Minimum(1)
  @Maximum(most)
  frames!: Int32;
  @Enum(woods.oak, woods.lime)
  wood: string = woods.lime;
  @Pattern(mark)
  mark?: string;
}

@Resource({ group: 'constants-in-markers.parity.example.com', version: 'v1' }, { plural: 'beehives' })
export class Beehive extends CustomResource {
  spec?: BeehiveSpec;
}
