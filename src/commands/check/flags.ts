import type { OptionsOf } from '../../cli/flags.js';
import { strictFlag } from '../manifests/flags.js';

export const checkFlags = { strict: strictFlag };

/** Options of `check`, beside what the project says. */
export type CheckOptions = Partial<OptionsOf<typeof checkFlags>>;
