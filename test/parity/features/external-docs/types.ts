import { CustomResource, ExternalDocs, type Int32, Resource } from '@operator-gen/runtime/api';

export class FootnoteSpec {
  @ExternalDocs({ url: 'https://notes.example.com/a', description: 'How to read it' })
  text?: string;
  @ExternalDocs({ url: 'https://notes.example.com/b' })
  mark?: string;
  source?: Source;
}

/** Source is another book. */
@ExternalDocs({ url: 'https://notes.example.com/c' })
export class Source {
  page?: Int32;
}

@Resource({ group: 'external-docs.parity.example.com', version: 'v1' }, { plural: 'footnotes' })
export class Footnote extends CustomResource {
  spec?: FootnoteSpec;
}
