import type { CommandList } from '../cli/program.js';
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
import { renameApi } from './rename-api/command.js';

/** All commands, in the order of the help. */
export const commands: CommandList = [
  init,
  { name: 'create', summary: 'add an API or webhooks to the project', description: 'Add to a project.' },
  createApi,
  createWebhook,
  edit,
  {
    name: 'rename',
    summary: 'give a kind, its plural or its group another name',
    description: 'Call something differently, wherever the project names it.',
  },
  renameApi,
  {
    name: 'delete',
    summary: 'take an API or webhooks from the project',
    description: 'Take from a project what `create` made.',
  },
  deleteApi,
  deleteWebhook,
  manifests,
  check,
  inspect,
  inspectMarkers,
];
