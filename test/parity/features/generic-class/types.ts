import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

/** Cage holds birds of a feather. */
export class Cage<T> {
  /** Who sits in it. */
  birds!: T[];
  best?: T;
  open?: boolean;
}

/** Parrot talks. */
export class Parrot {
  words?: Int32;
}

export class AviarySpec {
  parrots!: Cage<Parrot>;
  finches?: Cage<string>;
}

@Resource({ group: 'generic-class.parity.example.com', version: 'v1' }, { plural: 'aviaries' })
export class Aviary extends CustomResource {
  spec?: AviarySpec;
}
