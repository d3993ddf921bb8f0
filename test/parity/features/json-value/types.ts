import { CustomResource, type Json, Resource } from '@operator-gen/runtime/api';

export class NotebookSpec {
  /** Anything at all. */
  page!: Json;
  cover?: Json;
  pages?: Json[];
  index?: Record<string, Json>;
}

@Resource({ group: 'json-value.parity.example.com', version: 'v1' }, { plural: 'notebooks' })
export class Notebook extends CustomResource {
  spec?: NotebookSpec;
}
