import type { CommandGroups } from '../framework/program.js';
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

/** The commands of the core, in the groups and the order of the help. */
export const coreCommands = {
  Project: [
    init,
    { name: 'create', summary: 'Add an API or webhooks', description: 'Add an API or webhooks to a project.' },
    createApi,
    createWebhook,
    edit,
    {
      name: 'delete',
      summary: 'Delete an API or webhooks',
      description: 'Delete an API or webhooks that `create` scaffolded.',
    },
    deleteApi,
    deleteWebhook,
  ],
  'Generate and check': [manifests, check],
  'Run and ship': [],
  Look: [inspect, inspectMarkers],
} satisfies CommandGroups;
