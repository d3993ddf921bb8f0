import { parser } from '@prometheus-io/lezer-promql';

/** Replaces the variables that Grafana fills in. */
const filledIn = (expr: string): string => expr.replaceAll('$__rate_interval', '1m');

/** One use of a metric in an expression: its name, and the labels that it is selected or grouped by. */
export interface MetricUse {
  readonly name: string;
  readonly labels: readonly string[];
}

/**
 * Returns the metrics that a PromQL expression uses.
 * @throws Error if the expression is invalid
 */
export function metricsIn(expr: string): readonly MetricUse[] {
  const text = filledIn(expr);
  const names: string[] = [];
  const labels = new Set<string>();
  parser.parse(text).iterate({
    enter: ({ type, from, to }) => {
      const part = text.slice(from, to);
      if (type.isError) throw new Error(`not PromQL at ${from}: ${expr}`);
      if (type.name === 'Identifier') names.push(part);
      if (type.name === 'LabelName') labels.add(part);
    },
  });
  return names.map((name) => ({ name, labels: [...labels] }));
}

/** Returns the labels of each metric of a scrape; a metric without series has none. */
export function scrapedMetrics(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const line of text.split('\n')) {
    const series = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/.exec(line);
    if (series === null) continue;
    const [, name = '', given = ''] = series;
    const labels = found.get(name) ?? new Set();
    for (const [, label = ''] of given.matchAll(/(\w+)="/g)) labels.add(label);
    found.set(name, labels);
  }
  return found;
}

/** The labels that Prometheus adds to each series of a Pod. */
const targetLabels = new Set(['job', 'namespace', 'pod']);

/** Returns what an expression uses that a scrape lacks; empty for an expression that finds something. */
export function missingIn(expr: string, scrape: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  return metricsIn(expr).flatMap(({ name, labels }) => {
    const known = scrape.get(name);
    if (known === undefined) return [name];
    return labels.filter((each) => !known.has(each) && !targetLabels.has(each)).map((each) => `${name}{${each}}`);
  });
}
