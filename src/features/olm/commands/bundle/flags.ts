import { completed, list, on, required, source, text, type OptionsOf } from '../../../../cli/framework/flags.js';

export const bundleFlags = {
  version: required(text('--version <version>', 'Version of the operator, such as 0.2.0')),
  channels: list('--channels <names>', 'Channels of the version (default: those of the last bundle, or candidate)'),
  defaultChannel: text('--default-channel <name>', 'Channel for users who choose none'),
  replaces: text('--replaces <version>', 'The version that this one replaces'),
  skips: list('--skips <versions>', 'Additional versions that can be upgraded to this one'),
  image: text('--image <image>', 'Image of the operator, in place of controller:latest'),
  useImageDigests: on('--use-image-digests', 'List all images, which must have digests, for clusters without internet'),
  from: completed('file', source('--from <file>', 'Built manifests instead of config/; - for the standard input')),
  force: on('--force', 'Overwrite files that operator-gen did not generate'),
};

/** Options of `bundle`. */
export type BundleOptions = Partial<OptionsOf<typeof bundleFlags>> & {
  readonly version: string;
  /** The current time, for a bundle that has changed. */
  readonly now: Date;
};
