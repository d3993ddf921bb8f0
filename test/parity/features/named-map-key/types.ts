import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

/** Band is the name of a range. */
export type Band = string;

export class SpectrumSpec {
  bands?: Record<Band, Int32>;
}

@Resource({ group: 'named-map-key.parity.example.com', version: 'v1' }, { plural: 'spectrums' })
export class Spectrum extends CustomResource {
  spec?: SpectrumSpec;
}
