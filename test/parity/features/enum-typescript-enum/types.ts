import { CustomResource, Resource } from '@operator-gen/runtime/api';

/** Direction says where it goes. */
export enum Direction {
  Up = 'up',
  Down = 'down',
  Halt = 'halt',
}

export class ElevatorSpec {
  direction!: Direction;
  atNight: Direction = Direction.Halt;
}

@Resource({ group: 'enum-typescript-enum.parity.example.com', version: 'v1' }, { plural: 'elevators' })
export class Elevator extends CustomResource {
  spec?: ElevatorSpec;
}
