import { CustomResource, ExternalDocs, type Int32, Resource, Title, XValidation } from '@operator-gen/runtime/api';

export class BelfrySpec {
  bells?: Int32;
}

/** Belfry rings. */
@Resource({ group: 'markers-on-kinds.parity.example.com', version: 'v1' }, { plural: 'belfries' })
@Title('A belfry')
@ExternalDocs({ url: 'https://belfries.example.com', description: 'Where they stand' })
@XValidation({ rule: 'self.metadata.name.size() < 20' })
@XValidation({ rule: 'has(self.spec)', message: 'a belfry needs a spec' })
export class Belfry extends CustomResource {
  spec?: BelfrySpec;
}
