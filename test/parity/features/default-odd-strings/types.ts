import { CustomResource, type Int32, type Int64, Resource } from '@operator-gen/runtime/api';

export class SamplerSpec {
  word: string = 'true';
  digits: string = '12';
  empty: string = '';
  signs: string = 'a, b; {c} "d"';
  below: Int32 = -3;
  off: boolean = false;
  zero: Int64 = 0;
}

@Resource({ group: 'default-odd-strings.parity.example.com', version: 'v1' }, { plural: 'samplers' })
export class Sampler extends CustomResource {
  spec?: SamplerSpec;
}
