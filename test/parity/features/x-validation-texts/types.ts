import {
  CustomResource,
  type Int32,
  MaxItems,
  MaxLength,
  MaxProperties,
  Resource,
  XValidation,
} from '@operator-gen/runtime/api';

export class OracleSpec {
  @XValidation({
    rule: 'self.matches("^\\\\w+$") && self != "no"',
    message: 'says "yes", or nothing; {really}',
  })
  @MaxLength(9)
  answer?: string;
  @XValidation({ rule: "self.all(x, x in ['ä', '☂'])", message: 'nur Ä und ☂' })
  @MaxItems(4)
  signs?: string[];
  @XValidation({ rule: 'self.all(k, self[k] > 0)' })
  @MaxProperties(4)
  coins?: Record<string, Int32>;
}

@Resource({ group: 'x-validation-texts.parity.example.com', version: 'v1' }, { plural: 'oracles' })
export class Oracle extends CustomResource {
  spec?: OracleSpec;
}
