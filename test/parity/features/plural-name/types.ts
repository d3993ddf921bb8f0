import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export class OxSpec {
  horns?: Int32;
}

@Resource({ group: 'plural-name.parity.example.com', version: 'v1' }, { plural: 'oxen' })
export class Ox extends CustomResource {
  spec?: OxSpec;
}
