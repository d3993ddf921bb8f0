import { CustomResource, Resource } from '@operator-gen/runtime/api';

export class PassportSpec {
  name!: string;
  number!: string;
  country!: string;
  photo!: string;
  born!: string;
}

@Resource({ group: 'required-forms.parity.example.com', version: 'v1' }, { plural: 'passports' })
export class Passport extends CustomResource {
  spec!: PassportSpec;
}
