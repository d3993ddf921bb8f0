import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

/** Picture hangs on a wall. */
export class Picture {
  title!: string;
}

/** Year counts from the founding. */
export type Year = Int32;

export class MuseumSpec {
  /** The one that everybody comes for. */
  best!: Picture;
  other!: Picture;
  oldest?: Picture;
  all?: Picture[];
  /** By their painters. */
  byPainter?: Record<string, Picture>;
  opened?: Year;
  /** When it is shut. */
  closed?: Year;
}

@Resource({ group: 'description-field-and-type.parity.example.com', version: 'v1' }, { plural: 'museums' })
export class Museum extends CustomResource {
  spec?: MuseumSpec;
}
