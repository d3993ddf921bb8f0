import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export class Window {
  panes!: Int32;
  open?: boolean;
}

/** Room is where somebody lives. */
export class Room {
  name!: string;
  /** To the street. */
  window?: Window;
  back!: Window;
}

export class HouseSpec {
  hall!: Room;
  kitchen?: Room;
  others?: Room[];
}

@Resource({ group: 'structs.parity.example.com', version: 'v1' }, { plural: 'houses' })
export class House extends CustomResource {
  spec?: HouseSpec;
}
