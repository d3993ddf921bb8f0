import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export class TrainSpec {
  waggons!: string[];
  seats?: Array<Int32>;
  doors?: readonly boolean[];
  stops?: ReadonlyArray<Stop>;
  crew?: Stop[];
  plan?: Int32[][];
}

export class Stop {
  town!: string;
}

@Resource({ group: 'lists.parity.example.com', version: 'v1' }, { plural: 'trains' })
export class Train extends CustomResource {
  spec?: TrainSpec;
}
