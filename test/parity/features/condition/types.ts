import {
  type Condition,
  CustomResource,
  ListMapKey,
  ListType,
  Resource,
  StatusSubresource,
} from '@operator-gen/runtime/api';

export class PatientSpec {}

export class PatientStatus {
  /** How it goes. */
  @ListType('map')
  @ListMapKey('type')
  conditions?: Condition[];
  worst?: Condition;
}

@Resource({ group: 'condition.parity.example.com', version: 'v1' }, { plural: 'patients' })
@StatusSubresource()
export class Patient extends CustomResource {
  spec?: PatientSpec;
  status?: PatientStatus;
}
