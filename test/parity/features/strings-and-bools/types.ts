import { CustomResource, Resource } from '@operator-gen/runtime/api';

export class DoorbellSpec {
  tune!: string;
  loud!: boolean;
  second?: string;
  silent?: boolean;
}

@Resource({ group: 'strings-and-bools.parity.example.com', version: 'v1' }, { plural: 'doorbells' })
export class Doorbell extends CustomResource {
  spec?: DoorbellSpec;
}
