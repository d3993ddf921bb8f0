import { CustomResource, Resource } from '@operator-gen/runtime/api';

/** PhrasebookSpec: „Guten Tag“, 你好, здравствуйте — and 👋🏽. */
export class PhrasebookSpec {
  /** Ça coûte combien ? A “quoted” word… */
  price?: string;
  /** Signs: # & * ! | > % @ ` ' " : - ? { } [ ] \ \n */
  signs?: string;
  /** yes */
  yes?: string;
  /** 123 */
  digits?: string;
  /** This sentence is long enough that whoever writes YAML would like to fold it somewhere near its eightieth column, twice. */
  long?: string;
}

@Resource({ group: 'description-unicode.parity.example.com', version: 'v1' }, { plural: 'phrasebooks' })
export class Phrasebook extends CustomResource {
  spec?: PhrasebookSpec;
}
