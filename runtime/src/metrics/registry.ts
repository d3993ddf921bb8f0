/** Values of a metric's labels, by name. */
export type Labels = Readonly<Record<string, string | number>>;

/** A number that only grows: https://prometheus.io/docs/concepts/metric_types/#counter */
export interface Counter {
  inc(labels: Labels, by?: number): void;
  inc(by?: number): void;
}

/** A number that goes up and down. */
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
  /** Observes the seconds from now until the answer is called. */
  startTimer(labels?: Labels): () => number;
}

/**
 * Makes metrics that are reported with those of the operator; names are those of https://prometheus.io/docs/practices/naming/.
 * The same calls work where the metrics are not served: then nothing is counted, and prom-client is not loaded.
 */
export interface MetricsRegistry {
  /** @throws Error when there is a metric of that name */
  readonly counter: (name: string, help: string, labelNames?: readonly string[]) => Counter;
  /** @throws Error when there is a metric of that name */
  readonly gauge: (name: string, help: string, labelNames?: readonly string[]) => Gauge;
  /**
   * @param buckets upper bounds, rising; 5 ms to 10 s unless said otherwise
   * @throws Error when there is a metric of that name
   */
  readonly histogram: (
    name: string,
    help: string,
    labelNames?: readonly string[],
    buckets?: readonly number[],
  ) => Histogram;
}

const nothing = (): void => undefined;

/** Counts nothing. */
export const noRegistry: MetricsRegistry = {
  counter: () => ({ inc: nothing }),
  gauge: () => ({ set: nothing, inc: nothing, dec: nothing }),
  histogram: () => ({ observe: nothing, startTimer: () => () => 0 }),
};
