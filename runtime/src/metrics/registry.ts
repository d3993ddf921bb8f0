/** Label values of a metric, by name. */
export type Labels<Names extends string = string> = Readonly<Record<Names, string | number>>;

/**
 * Arguments of a method of a metric: the labels, if the metric has any, and the other arguments. If the compiler does
 * not know the names, labels are optional and only checked at run time.
 */
export type WithLabels<Names extends string, Others extends readonly unknown[]> = [Names] extends [never]
  ? Others
  : string extends Names
    ? Others | [labels: Labels, ...Others]
    : [labels: Labels<Names>, ...Others];

declare const namesOfLabels: unique symbol;

/**
 * Makes a metric assignable only to one with the same labels, or with unknown names: otherwise it would also be
 * assignable to one with more labels, because TypeScript compares method parameters in both directions.
 */
type WithNames<Names extends string> = {
  readonly [namesOfLabels]?: string extends Names ? unknown : (names: readonly [Names]) => readonly [Names];
};

/**
 * Value that only increases: https://prometheus.io/docs/concepts/metric_types/#counter
 *
 * All methods throw a TypeError if a label is missing or unknown. If the type contains the names of the labels, such as
 * `Counter<'namespace' | 'name'>`, the compiler reports this.
 */
export interface Counter<Names extends string = string> extends WithNames<Names> {
  inc(...given: WithLabels<Names, [by?: number]>): void;
  /** Removes the series with these labels from the report, until it has a value again. */
  remove(...given: WithLabels<Names, []>): void;
}

/** Value that increases and decreases. */
export interface Gauge<Names extends string = string> extends WithNames<Names> {
  set(...given: WithLabels<Names, [value: number]>): void;
  inc(...given: WithLabels<Names, [by?: number]>): void;
  dec(...given: WithLabels<Names, [by?: number]>): void;
  /** Removes the series with these labels from the report, until it has a value again. */
  remove(...given: WithLabels<Names, []>): void;
}

/** Values in buckets; times are in seconds. */
export interface Histogram<Names extends string = string> extends WithNames<Names> {
  observe(...given: WithLabels<Names, [value: number]>): void;
  /** Starts a timer; the returned function observes the seconds since then. */
  startTimer(...given: WithLabels<Names, []>): () => number;
  /** Removes the series with these labels from the report, until it has a value again. */
  remove(...given: WithLabels<Names, []>): void;
}

/**
 * Creates metrics that are reported with those of the operator; for names, see
 * https://prometheus.io/docs/practices/naming/. The same calls work if the metrics are disabled, but then nothing is
 * counted, and prom-client is not loaded.
 */
export interface MetricsRegistry {
  /**
   * Creates a counter. Its type contains the names in the list, so that the compiler reports calls with a missing or
   * unknown label, and assignments to a different type.
   * @throws Error if there already is a metric with that name
   */
  readonly counter: <const List extends readonly string[] = []>(
    name: string,
    help: string,
    labelNames?: List,
  ) => Counter<List[number]>;
  /**
   * Creates a gauge.
   * @throws Error if there already is a metric with that name
   */
  readonly gauge: <const List extends readonly string[] = []>(
    name: string,
    help: string,
    labelNames?: List,
  ) => Gauge<List[number]>;
  /**
   * Creates a histogram.
   * @param buckets upper bounds in increasing order; defaults to 5 ms to 10 s
   * @throws Error if there already is a metric with that name
   */
  readonly histogram: <const List extends readonly string[] = []>(
    name: string,
    help: string,
    labelNames?: List,
    buckets?: readonly number[],
  ) => Histogram<List[number]>;
}

const nothing = (): void => undefined;

/** Registry whose metrics count nothing. */
export const noRegistry: MetricsRegistry = {
  counter: () => ({ inc: nothing, remove: nothing }),
  gauge: () => ({ set: nothing, inc: nothing, dec: nothing, remove: nothing }),
  histogram: () => ({ observe: nothing, startTimer: () => () => 0, remove: nothing }),
};
