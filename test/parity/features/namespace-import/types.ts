import * as api from '@operator-gen/runtime/api';
import { groupVersion } from './group-version.js';

export class SpindleSpec {
  @api.Minimum(1)
  turns!: api.Int32;
  @api.MaxLength(9)
  wool?: string;
}

@api.Resource(groupVersion, { plural: 'spindles' })
@api.StatusSubresource()
export class Spindle extends api.CustomResource {
  spec?: SpindleSpec;
  status?: SpindleStatus;
}

export class SpindleStatus {
  full?: boolean;
}
