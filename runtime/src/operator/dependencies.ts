import type { Manager } from '../manager/manager.js';

/** Sets up a controller or a webhook with the manager and its other dependencies. */
export type SetUp<Dependencies> = (manager: Manager, dependencies: Dependencies) => Promise<void>;

/** Function whose parameter has the type of the second parameter of a set-up function; any value if there is none. */
type Taker<F> = F extends (manager: Manager, dependencies: infer Needed) => unknown
  ? (dependencies: Needed) => void
  : never;

/** Combined dependencies of set-up functions, other than the manager; `unknown` if there are none. */
export type DependenciesOf<SetUps extends readonly unknown[]> = [Taker<SetUps[number]>] extends [
  (dependencies: infer Needed) => void,
]
  ? Needed
  : unknown;

/** Controllers and webhooks of a project, as exported by the generated `register.ts`. */
export interface Registration<Dependencies> {
  readonly controllers: readonly SetUp<Dependencies>[];
  readonly webhooks: readonly SetUp<Dependencies>[];
}

/** Arguments with dependencies; optional if no set-up function requires any. */
type DependencyArguments<Dependencies> = undefined extends Dependencies
  ? [dependencies?: Dependencies]
  : [dependencies: Dependencies];

/**
 * Returns a function that runs set-up functions one after the other, for a `main.ts` that creates the manager itself.
 */
export function setUpWith<Dependencies>(
  setUps: readonly SetUp<Dependencies>[],
): (manager: Manager, ...dependencies: DependencyArguments<Dependencies>) => Promise<void> {
  return async (manager, ...[dependencies]) => {
    for (const setUp of setUps) await setUp(manager, dependencies as Dependencies);
  };
}
