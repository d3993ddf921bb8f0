import { choice, text, type OptionsOf } from '../../cli/framework/flags.js';

export const upgradeFlags = {
  to: text('--to <version>', 'Release to upgrade to (default: that of this operator-gen)'),
  conflicts: choice('--conflicts <how>', 'What to do if you and the release changed the same lines (default: stop)', [
    'stop',
    'markers',
    'orig',
  ]),
};

/** Options of `upgrade`. */
export type UpgradeOptions = OptionsOf<typeof upgradeFlags>;
