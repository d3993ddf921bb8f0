import { CustomResource, MaxItems, Resource } from '@operator-gen/runtime/api';

/** Ticker has an odd spec. */
@Resource({ group: 'spec-of-other-types.parity.example.com', version: 'v1' }, { plural: 'tickers' })
export class Ticker extends CustomResource {
  /** One line after the other. */
  @MaxItems(9)
  spec!: string[];
  status?: string;
}
