import { createRequire } from 'node:module';
import type * as commander from 'commander';

// Required instead of imported: its entry for ES modules only loads the CommonJS one, after scanning it for names.
export const { Command, CommanderError, InvalidArgumentError, Option } = createRequire(import.meta.url)(
  'commander',
) as typeof commander;
