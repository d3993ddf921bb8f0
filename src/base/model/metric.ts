/** A metric that the code of an operator registers with `manager.metrics`. */
export interface OwnMetric {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly name: string;
  /** Empty if it is not a constant. */
  readonly help: string;
  /** Names of its labels; none if they are not constants. */
  readonly labels: readonly string[];
}
