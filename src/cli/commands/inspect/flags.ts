import { choice, type OptionsOf } from '../../framework/flags.js';

export const inspectFlags = {
  graph: choice(
    '--graph [format]',
    'Show what belongs together: kinds, controllers, webhooks, permissions',
    ['text', 'mermaid', 'svg'],
    'text',
  ),
};

export type InspectOptions = OptionsOf<typeof inspectFlags>;
