import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export class Lights {
  colours!: string[];
  level!: Int32;
}

export class Stage {
  lights!: Lights;
  doors?: Int32;
}

export class TheatreSpec {
  stage: Stage = { lights: { colours: ['red', 'blue'], level: 7 }, doors: 2 };
}

@Resource({ group: 'default-nested.parity.example.com', version: 'v1' }, { plural: 'theatres' })
export class Theatre extends CustomResource {
  spec?: TheatreSpec;
}
