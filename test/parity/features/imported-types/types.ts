import { CustomResource, Resource } from '@operator-gen/runtime/api';
import type { Book } from './book.js';

export class LibrarySpec {
  best!: Book;
  shelf?: Book[];
}

@Resource({ group: 'imported-types.parity.example.com', version: 'v1' }, { plural: 'libraries' })
export class Library extends CustomResource {
  spec?: LibrarySpec;
}
