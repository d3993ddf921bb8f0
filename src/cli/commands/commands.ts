import { listed } from '../framework/program.js';
import { adopt } from '../../features/adopt/command.js';
import { bundle } from '../../features/olm/commands/bundle/command.js';
import { bundleValidate } from '../../features/olm/commands/bundle-validate/command.js';
import { check } from './check/command.js';
import { createApi } from './create-api/command.js';
import { createWebhook } from './create-webhook/command.js';
import { deleteApi } from './delete-api/command.js';
import { deleteWebhook } from './delete-webhook/command.js';
import { edit } from './edit/command.js';
import { init } from './init/command.js';
import { inspectMarkers } from './inspect-markers/command.js';
import { inspect } from './inspect/command.js';
import { manifests } from './manifests/command.js';
import { rbac } from '../../features/permissions/commands/rbac/command.js';
import { renameApi } from '../../features/rename/command.js';
import { scorecard } from '../../features/olm/commands/scorecard/command.js';
import { upgrade } from '../../features/upgrade/command.js';
import { validate } from '../../features/verdict/commands/validate/command.js';
import { verify } from '../../features/verdict/commands/verify/command.js';

/** All commands, by the group in which the help lists them and in its order. */
export const commands = listed({
  Start: [init, adopt],
  Change: [
    { name: 'create', summary: 'Add an API or webhooks', description: 'Add an API or webhooks to a project.' },
    createApi,
    createWebhook,
    edit,
    {
      name: 'rename',
      summary: 'Rename a kind, its plural or its group',
      description: 'Rename something everywhere in the project.',
    },
    renameApi,
    {
      name: 'delete',
      summary: 'Delete an API or webhooks',
      description: 'Delete an API or webhooks that `create` scaffolded.',
    },
    deleteApi,
    deleteWebhook,
    upgrade,
  ],
  'Generate and check': [manifests, check, rbac, verify, validate],
  Ship: [bundle, bundleValidate, scorecard],
  Look: [inspect, inspectMarkers],
});
