import type { Manager } from '../manager/manager.js';

/** Sets up a controller or a webhook with the manager, and with what it needs beside it. */
export type SetUp<Dependencies> = (manager: Manager, dependencies: Dependencies) => Promise<void>;

/**
 * What a set-up function needs beside the manager: the type of its second parameter, `unknown` where it has none. The
 * generated `register.ts` joins those of all controllers and webhooks.
 */
export type DependenciesOf<F> = F extends (manager: Manager, dependencies: infer D) => unknown ? D : unknown;

/** The controllers and the webhooks of a project, as the generated `register.ts` exports them. */
export interface Registration<Dependencies> {
  readonly controllers: SetUp<Dependencies>;
  readonly webhooks: SetUp<Dependencies>;
}
