/**
 * Options for a `describe` whose tests are the steps of one story: each one continues with the cluster, the operator or the files
 * that the step before it left. All other tests pass in any order.
 */
export const story = { shuffle: false } as const;
