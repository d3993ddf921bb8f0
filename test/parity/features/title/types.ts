import { CustomResource, type Int32, Resource, Title } from '@operator-gen/runtime/api';

export class FolioSpec {
  /** Its number, at the top. */
  @Title('Page number')
  number?: Int32;
  @Title('A "side"')
  side?: Side;
}

/** Side is one of two. */
@Title('Side of a sheet')
export class Side {
  recto?: boolean;
}

@Resource({ group: 'title.parity.example.com', version: 'v1' }, { plural: 'folios' })
export class Folio extends CustomResource {
  spec?: FolioSpec;
}
