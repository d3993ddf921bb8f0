import { CustomResource, type Int32, ListType, Resource } from '@operator-gen/runtime/api';

export class CrosswordSpec {
  rows!: Record<string, string>[];
  @ListType('atomic')
  clues?: Record<string, Int32[]>[];
}

@Resource({ group: 'lists-of-maps.parity.example.com', version: 'v1' }, { plural: 'crosswords' })
export class Crossword extends CustomResource {
  spec?: CrosswordSpec;
}
