/** Label values of a metric, by name. */
export type Labels = Readonly<Record<string, string | number>>;

/** Value that only increases: https://prometheus.io/docs/concepts/metric_types/#counter */
export interface Counter {
  inc(labels: Labels, by?: number): void;
  inc(by?: number): void;
}

/** Value that increases and decreases. */
export interface Gauge {
  set(labels: Labels, value: number): void;
  set(value: number): void;
  inc(labels: Labels, by?: number): void;
  inc(by?: number): void;
  dec(labels: Labels, by?: number): void;
  dec(by?: number): void;
}

/** Values in buckets; times are in seconds. */
export interface Histogram {
  observe(labels: Labels, value: number): void;
  observe(value: number): void;
  /** Starts a timer; the returned function observes the seconds since then. */
  startTimer(labels?: Labels): () => number;
}

/**
 * Creates metrics that are reported with those of the operator; for names, see
 * https://prometheus.io/docs/practices/naming/. The same calls work if the metrics are disabled: then nothing is
 * counted, and prom-client is not loaded.
 */
export interface MetricsRegistry {
  /**
   * Creates a counter.
   * @throws Error if there already is a metric with that name
   */
  readonly counter: (name: string, help: string, labelNames?: readonly string[]) => Counter;
  /**
   * Creates a gauge.
   * @throws Error if there already is a metric with that name
   */
  readonly gauge: (name: string, help: string, labelNames?: readonly string[]) => Gauge;
  /**
   * Creates a histogram.
   * @param buckets upper bounds in increasing order; defaults to 5 ms to 10 s
   * @throws Error if there already is a metric with that name
   */
  readonly histogram: (
    name: string,
    help: string,
    labelNames?: readonly string[],
    buckets?: readonly number[],
  ) => Histogram;
}

const nothing = (): void => undefined;

/** Registry whose metrics count nothing. */
export const noRegistry: MetricsRegistry = {
  counter: () => ({ inc: nothing }),
  gauge: () => ({ set: nothing, inc: nothing, dec: nothing }),
  histogram: () => ({ observe: nothing, startTimer: () => () => 0 }),
};
