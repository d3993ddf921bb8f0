import { number, on, required, text, toggle, type OptionsOf } from '../../cli/flags.js';
import type { DeployImage } from '../../project/project.js';
import { externalFlags, groupFlag } from '../kind-flags.js';

const imageFlags = {
  image: text('--image <image>', 'scaffold a controller that keeps Pods of this image'),
  imageContainerCommand: text('--image-container-command <words>', 'what runs in it, with commas: memcached,-m=64'),
  imageContainerPort: number('--image-container-port <port>', 'where it listens, from 1 to 65535'),
  runAsUser: number('--run-as-user <user>', 'number of the user that it runs as'),
};

export const createApiFlags = {
  group: groupFlag,
  version: required(text('--version <version>', 'required: version of the API, e.g. v1alpha1')),
  kind: required(text('--kind <Kind>', 'required: name of the type, e.g. WebServer')),
  plural: text('--plural <plural>', 'plural of the kind, where English is irregular'),
  controllerName: text('--controller-name <name>', 'name of the controller, where a kind has several'),
  ...imageFlags,
  force: on('--force', 'write over files that stand in the way'),
  /** Without the types the kind can be external. */
  resource: required(toggle('resource', 'scaffold the types (default: true)')),
  controller: required(toggle('controller', 'scaffold a controller (default: true)')),
  /** False for a cluster-scoped kind. */
  namespaced: toggle('namespaced', 'objects live in a namespace (default: true)', true),
  ...externalFlags,
};

/** Options of `create api`. */
export type CreateApiOptions = Omit<OptionsOf<typeof createApiFlags>, keyof typeof imageFlags> & {
  /** The image for types and a controller that run its Pods, instead of empty ones. */
  readonly deployImage?: DeployImage;
};
