import { posix } from 'node:path';
import { emitWebhooks } from '../../emit/webhook.js';
import { kustomizations, webhookFile } from '../../../project/paths.js';
import { generatedFile, type OutputGenerator } from '../generator.js';

/** Generates the configurations with which the API server calls the webhooks. */
export const webhooks: OutputGenerator = {
  name: 'webhooks',
  generate: ({ model, header, read }) => {
    const text = emitWebhooks(model.webhooks, model.webhookConfigurations, read(webhookFile));
    const listed = [posix.basename(webhookFile)];
    const [add, remove] = text === undefined ? [[], listed] : [listed, []];
    return {
      files: text === undefined ? [] : [generatedFile(webhookFile, header + text)],
      kustomizations: [{ path: kustomizations.webhook, add, remove, makes: false }],
    };
  },
};
