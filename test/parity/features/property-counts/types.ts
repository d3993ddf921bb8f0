import { CustomResource, type Int32, MaxProperties, MinProperties, Resource } from '@operator-gen/runtime/api';

export class GlossarySpec {
  @MinProperties(1)
  @MaxProperties(100)
  words!: Record<string, string>;

  source?: Source;
}

/** Source says where a word comes from; one of its fields at least. */
@MinProperties(1)
export class Source {
  book?: string;
  page?: Int32;
}

@Resource({ group: 'property-counts.parity.example.com', version: 'v1' }, { plural: 'glossaries' })
export class Glossary extends CustomResource {
  spec?: GlossarySpec;
}
