import { CliCommand } from './command.js';
import type { Context } from './context.js';
import { createApiCommand } from './create-api.js';
import { createWebhookCommand } from './create-webhook.js';
import type { Start } from './job.js';

/** `operator-gen create`: the commands that add to a project. */
export function createCommand(context: Context, start: Start): CliCommand {
  return new CliCommand('create')
    .summary('add an API or webhooks to the project')
    .description('Add to a project.')
    .addCommand(createApiCommand(context, start))
    .addCommand(createWebhookCommand(context, start));
}
