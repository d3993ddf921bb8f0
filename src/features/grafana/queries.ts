import { selector, type Query } from './dashboard.js';

/** Returns the selector of a metric in the Pods that the dashboard shows, with additional matchers. */
export function metric(name: string, matchers = ''): string {
  return `${name}{${[selector, ...(matchers === '' ? [] : [matchers])].join(', ')}}`;
}

/** Returns the increase of a counter per second, summed by labels. */
export function rateBy(name: string, labels: readonly string[], matchers = ''): string {
  return `sum${by(labels)} (rate(${metric(name, matchers)}[$__rate_interval]))`;
}

/** Returns an aggregation of a gauge over the Pods. */
export function gaugeBy(aggregation: 'sum' | 'max', name: string, labels: readonly string[]): string {
  return `${aggregation}${by(labels)} (${metric(name)})`;
}

/** Returns the median and the 99th percentile of a histogram. */
export function quantiles(histogram: string, labels: readonly string[], legend: string): readonly Query[] {
  return [
    [0.5, 'p50'],
    [0.99, 'p99'],
  ].map(([quantile, name]) => ({
    expr: `histogram_quantile(${quantile}, ${rateBy(`${histogram}_bucket`, ['le', ...labels])})`,
    legend: legend === '' ? `${name}` : `${legend} ${name}`,
  }));
}

/** Returns the legend of lines that differ in labels: `{{controller}} {{result}}`. */
export function legendOf(labels: readonly string[]): string {
  return labels.map((each) => `{{${each}}}`).join(' ');
}

function by(labels: readonly string[]): string {
  return labels.length === 0 ? '' : ` by (${labels.join(', ')})`;
}
