import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export class Climate {
  degrees?: Int32 = 20;
  misty?: boolean;
}

export class GreenhouseSpec {
  climate: Climate = { degrees: 24, misty: true };
  night: Climate = {};
  beds: Record<string, string> = { tomato: 'south', leek: 'north' };
}

@Resource({ group: 'default-objects.parity.example.com', version: 'v1' }, { plural: 'greenhouses' })
export class Greenhouse extends CustomResource {
  spec?: GreenhouseSpec;
}
