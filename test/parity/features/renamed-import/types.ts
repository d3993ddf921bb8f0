import { CustomResource as Base, Maximum as AtMost, Resource as Kind, type Int64 as Whole } from './api.js';

export class BobbinSpec {
  @AtMost(3)
  threads!: Whole;
}

@Kind({ group: 'renamed-import.parity.example.com', version: 'v1' }, { plural: 'bobbins' })
export class Bobbin extends Base {
  spec?: BobbinSpec;
}
