import { CustomResource, type Double, Resource } from '@operator-gen/runtime/api';

export class MetronomeSpec {
  length!: Double;
  swing?: Double;
  marks?: Double[];
}

@Resource({ group: 'floats.parity.example.com', version: 'v1' }, { plural: 'metronomes' })
export class Metronome extends CustomResource {
  spec?: MetronomeSpec;
}
