import { createRequire } from 'node:module';
import type * as commander from 'commander';

// Required, not imported: its entry for ES modules only loads the one for CommonJS, after looking through it for names.
export const { Command, CommanderError, InvalidArgumentError, Option } = createRequire(import.meta.url)(
  'commander',
) as typeof commander;
