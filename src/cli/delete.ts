import { CliCommand } from './command.js';
import type { Context } from './context.js';
import { deleteApiCommand } from './delete-api.js';
import { deleteWebhookCommand } from './delete-webhook.js';
import type { Start } from './job.js';

/** `operator-gen delete`: the commands that take from a project. */
export function deleteCommand(context: Context, start: Start): CliCommand {
  return new CliCommand('delete')
    .summary('take an API or webhooks from the project')
    .description('Take from a project what `create` made.')
    .addCommand(deleteApiCommand(context, start))
    .addCommand(deleteWebhookCommand(context, start));
}
