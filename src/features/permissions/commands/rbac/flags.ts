import { on, type OptionsOf } from '../../../../cli/framework/flags.js';

export const rbacFlags = {
  fix: on('--fix', 'Change the markers so that they grant what the code uses, and generate the roles'),
};

/** Options of `rbac`, in addition to the settings in PROJECT. */
export type RbacOptions = Partial<OptionsOf<typeof rbacFlags>>;
