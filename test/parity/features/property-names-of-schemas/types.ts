import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export class BlueprintSpec {
  properties?: Properties;
  items?: string[];
  required?: boolean;
  type?: string;
  default?: Int32;
  metadata?: Properties;
  apiVersion?: string;
  kind?: string;
  status?: string;
  description?: string;
}

export class Properties {
  additionalProperties?: Record<string, string>;
  name?: string;
}

@Resource({ group: 'property-names-of-schemas.parity.example.com', version: 'v1' }, { plural: 'blueprints' })
export class Blueprint extends CustomResource {
  spec?: BlueprintSpec;
}
