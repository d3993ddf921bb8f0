import { CustomResource, DeprecatedVersion, Resource } from '@operator-gen/runtime/api';

export class GramophoneSpec {
  horn?: boolean;
}

@Resource({ group: 'deprecated-version.parity.example.com', version: 'v1alpha1' }, { plural: 'gramophones' })
@DeprecatedVersion('gramophones are played no more')
export class Gramophone extends CustomResource {
  spec?: GramophoneSpec;
}
