import type { OptionsOf } from '../../cli/flags.js';
import { strictFlag } from '../manifests/flags.js';

export const checkFlags = { strict: strictFlag };

/** Options of `check`, in addition to the settings in PROJECT. */
export type CheckOptions = Partial<OptionsOf<typeof checkFlags>>;
