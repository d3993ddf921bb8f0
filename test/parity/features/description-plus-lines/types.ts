import { CustomResource, Resource } from '@operator-gen/runtime/api';

export class SumSpec {
  /**
   * The terms:
   * + one
   * + two
   */
  terms?: string;
  /**
   * Above.
   * +kubebuilder:nonsense:marked=true
   * Below.
   */
  marked?: string;
  /**
   * Above.
   *
   * +genclient:nonNamespaced
   *
   * Below.
   */
  apart?: string;
  /**
   * Starts at
   * +1 and goes up.
   */
  signed?: string;
  /**
   * May be
   * +Infinity
   */
  word?: string;
}

@Resource({ group: 'description-plus-lines.parity.example.com', version: 'v1' }, { plural: 'sums' })
export class Sum extends CustomResource {
  spec?: SumSpec;
}
