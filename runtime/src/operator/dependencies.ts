import type { Manager } from '../manager/manager.js';

/** Sets up a controller or a webhook with the manager, and with what it needs beside it. */
export type SetUp<Dependencies> = (manager: Manager, dependencies: Dependencies) => Promise<void>;

/** Takes what a set-up function takes as its second parameter; anything where it has none. */
type Taker<F> = F extends (manager: Manager, dependencies: infer Needed) => unknown
  ? (dependencies: Needed) => void
  : never;

/** What set-up functions need beside the manager, all of them together; `unknown` where they need nothing. */
export type DependenciesOf<SetUps extends readonly unknown[]> = [Taker<SetUps[number]>] extends [
  (dependencies: infer Needed) => void,
]
  ? Needed
  : unknown;

/** The controllers and the webhooks of a project, as the generated `register.ts` exports them. */
export interface Registration<Dependencies> {
  readonly controllers: readonly SetUp<Dependencies>[];
  readonly webhooks: readonly SetUp<Dependencies>[];
}

/** The arguments that have dependencies: none are needed where nothing asks for any. */
type DependencyArguments<Dependencies> = unknown extends Dependencies
  ? [dependencies?: Dependencies]
  : [dependencies: Dependencies];

/** Returns a function that runs set-ups one after the other, for a `main.ts` that makes the manager itself. */
export function setUpWith<Dependencies>(
  setUps: readonly SetUp<Dependencies>[],
): (manager: Manager, ...dependencies: DependencyArguments<Dependencies>) => Promise<void> {
  return async (manager, ...[dependencies]) => {
    for (const setUp of setUps) await setUp(manager, dependencies as Dependencies);
  };
}
