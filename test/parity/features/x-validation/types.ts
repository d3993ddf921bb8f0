import { CustomResource, type Int32, MaxLength, Resource, XValidation } from '@operator-gen/runtime/api';

/** BalconySpec must hold. */
@XValidation({ rule: 'self.least <= self.most', message: 'least is above most', fieldPath: '.least' })
@XValidation({ rule: '!has(self.flowers) || self.flowers.size() > 0' })
export class BalconySpec {
  @XValidation({ rule: 'self != 13', messageExpression: "'not ' + string(self)", reason: 'FieldValueForbidden' })
  least!: Int32;
  @XValidation({ rule: 'self < 1000', message: 'too heavy', reason: 'FieldValueInvalid' })
  most!: Int32;
  @XValidation({ rule: 'oldSelf.hasValue() || self.size() > 0', optionalOldSelf: true })
  @MaxLength(20)
  flowers?: string;
}

@Resource({ group: 'x-validation.parity.example.com', version: 'v1' }, { plural: 'balconies' })
export class Balcony extends CustomResource {
  spec?: BalconySpec;
}
