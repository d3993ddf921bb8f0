import type { MetricsRegistry } from './registry.js';

/**
 * Wraps a registry, so that all methods of its metrics throw a TypeError if a label is missing or unknown. The
 * runtime's own metrics are not wrapped, because every reconcile updates several of them.
 */
export function checkedRegistry({ counter, gauge, histogram }: MetricsRegistry): MetricsRegistry {
  return {
    counter: (name, help, labelNames) => checked(counter(name, help, labelNames), name, labelNames),
    gauge: (name, help, labelNames) => checked(gauge(name, help, labelNames), name, labelNames),
    histogram: (name, help, labelNames, buckets) =>
      checked(histogram(name, help, labelNames, buckets), name, labelNames),
  };
}

type Method = (...given: readonly unknown[]) => unknown;

/** Wraps each method of a metric. The first argument of a method is the labels. */
function checked<M extends object>(metric: M, name: string, labelNames: readonly string[] = []): M {
  const methods = methodNames.filter((method) => method in metric);
  const wrapped = methods.map((method) => {
    const call = (metric as Record<string, Method>)[method]!;
    const checking: Method = (...given) => {
      checkLabels(name, labelNames, given[0]);
      return call.apply(metric, [...given]);
    };
    return [method, checking];
  });
  return Object.fromEntries(wrapped) as M;
}

const methodNames = ['inc', 'dec', 'set', 'observe', 'startTimer', 'remove'];

function checkLabels(metric: string, names: readonly string[], given: unknown): void {
  const labels = typeof given === 'object' && given !== null ? (given as Readonly<Record<string, unknown>>) : {};
  const missing = names.filter((name) => !Object.hasOwn(labels, name) || labels[name] === undefined);
  const unknown = Object.keys(labels).filter((name) => !names.includes(name));
  if (missing.length === 0 && unknown.length === 0) return;
  const problems = [
    ...missing.map((name) => `the label ${name} is missing`),
    ...unknown.map((name) => `the label ${name.slice(0, 100)} is unknown`),
  ];
  const list = names.length === 0 ? 'it has no labels' : `its labels are ${names.join(', ')}`;
  throw new TypeError(`the metric ${metric}: ${problems.join(', ')}; ${list}`);
}
