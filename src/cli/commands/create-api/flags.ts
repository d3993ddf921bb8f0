import { completed, number, on, required, text, toggle, type OptionsOf } from '../../framework/flags.js';
import type { DeployImage } from '../../../project/project.js';
import { externalFlags, groupFlag } from '../kind-flags.js';

const imageFlags = {
  image: text('--image <image>', 'Scaffold a controller that runs Pods of this image'),
  imageContainerCommand: text(
    '--image-container-command <words>',
    'Command of the container, separated by commas: memcached,-m=64',
  ),
  imageContainerPort: number('--image-container-port <port>', 'Port of the container, from 1 to 65535', 1, 65_535),
  runAsUser: number('--run-as-user <user>', 'Numeric user ID of the container', 0, 2_147_483_647),
};

export const createApiFlags = {
  group: groupFlag,
  version: required(
    completed(
      'version',
      text('--version <version>', 'API version, for example v1alpha1 (required without --from-crd)'),
    ),
  ),
  kind: required(completed('kind', text('--kind <Kind>', 'Kind, for example WebServer (required without --from-crd)'))),
  plural: text('--plural <plural>', 'Plural of the kind, if irregular'),
  controllerName: text('--controller-name <name>', 'Name of the controller, if the kind has several'),
  ...imageFlags,
  empty: on('--empty', 'Scaffold an example field instead of the fields of the newest version'),
  ssa: on('--ssa', 'Scaffold a controller that applies objects with server-side apply'),
  force: on('--force', 'Overwrite existing files'),
  /** Without its types, the kind can be external. */
  resource: required(toggle('resource', 'Scaffold the types (default: true)')),
  controller: required(toggle('controller', 'Scaffold a controller (default: true)')),
  /** False for a cluster-scoped kind. */
  namespaced: toggle('namespaced', 'Create a namespaced kind (default: true)', true),
  ...externalFlags,
};

/** Options of `create api`. */
export type CreateApiOptions = Omit<OptionsOf<typeof createApiFlags>, keyof typeof imageFlags | 'ssa' | 'empty'> & {
  readonly ssa?: boolean;
  /** Whether another version gets an example field instead of the fields of the newest one. */
  readonly empty?: boolean;
  /** The image for types and a controller that run Pods of it, instead of empty ones. */
  readonly deployImage?: DeployImage;
};
