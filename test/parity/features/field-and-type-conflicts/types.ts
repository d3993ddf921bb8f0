import { CustomResource, Format, MaxLength, MinLength, Pattern, Resource } from '@operator-gen/runtime/api';

/**
 * Waist is measured in the morning.
 * @maxLength 9
 * @pattern '^[0-9]+$'
 */
export type Waist = string;

/**
 * Laces hold it.
 * @minItems 2
 * @maxItems 20
 */
export type Laces = string[];

/**
 * Bone is stiff.
 * @format 'uuid'
 */
export type Bone = string;

export class CorsetSpec {
  /** Measured again. */
  @MaxLength(5)
  @MinLength(1)
  evening?: Waist;
  @Pattern('^9')
  night?: Waist;
  laces?: Laces;
  @Format('uri')
  bone?: Bone;
  morning: Waist = '12';
}

@Resource({ group: 'field-and-type-conflicts.parity.example.com', version: 'v1' }, { plural: 'corsets' })
export class Corset extends CustomResource {
  spec?: CorsetSpec;
}
