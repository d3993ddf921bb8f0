import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { prometheusMetrics } from '../../../runtime/src/metrics/prometheus.js';
import { emitDashboard, type Dashboard } from '../../../src/features/grafana/dashboard.js';
import {
  controllerDashboard,
  ownDashboard,
  processDashboard,
} from '../../../src/features/grafana/operator-dashboards.js';
import { operatorMetrics } from '../../support/operator-metrics.js';
import { metricsIn, missingIn, scrapedMetrics } from '../../support/promql.js';

const own = ownDashboard('shells-operator', [
  { type: 'counter', name: 'shells_total', help: 'Shells.', labels: ['kind'] },
  { type: 'gauge', name: 'shells', help: 'Shells now.', labels: [] },
  { type: 'histogram', name: 'shell_seconds', help: 'Time of a shell.', labels: ['kind'] },
]);
const dashboards = [controllerDashboard('shells-operator'), processDashboard('shells-operator'), own];
const parsed = (dashboard: Dashboard): any => JSON.parse(emitDashboard(dashboard));
const expressions = (dashboard: Dashboard): readonly string[] =>
  dashboard.rows.flatMap(({ panels }) => panels.flatMap(({ queries }) => queries.map(({ expr }) => expr)));

/** Returns the report of an operator in which everything has happened once. */
async function report(): Promise<string> {
  const { metrics, everything } = await operatorMetrics();
  metrics.leader('lease', true);
  everything();
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return vi.waitUntil(async () => {
    const { text } = await metrics.report();
    return /nodejs_gc_duration_seconds_sum\{/.test(text) && text;
  });
}

describe('dashboards', () => {
  it('have only expressions whose metrics and labels an operator reports', async () => {
    const scrape = scrapedMetrics(await report());
    for (const expr of dashboards.flatMap(expressions)) expect(missingIn(expr, scrape), expr).toEqual([]);
  });

  it('read their variables from a metric that an operator has from its start', async () => {
    const metrics = await prometheusMetrics();
    metrics.controller('shell', 1);
    const scrape = scrapedMetrics((await metrics.report()).text);
    for (const { anchor } of dashboards) expect([...scrape.keys()]).toContain(anchor);
  });

  it.each(dashboards.map((each) => [each.title, each] as const))('%s has panels that Grafana can show', (_, each) => {
    const { panels, templating, title } = parsed(each);
    expect(title).toBe(each.title);
    expect(templating.list.map(({ name }: any) => name)).toEqual(['datasource', 'namespace', 'job', 'pod']);
    expect(new Set(panels.map(({ id }: any) => id)).size).toBe(panels.length);
    for (const { type, datasource, targets, title: heading, options } of panels) {
      expect(['row', 'timeseries', 'stat']).toContain(type);
      expect(heading).not.toBe('');
      if (type === 'row') continue;
      for (const { datasource: used } of [{ datasource }, ...targets])
        expect(used).toEqual({ type: 'prometheus', uid: '${datasource}' });
      expect(targets.map(({ refId }: any) => refId)).toEqual(['A', 'B', 'C'].slice(0, targets.length));
      expect('reduceOptions' in options).toBe(type === 'stat');
    }
  });

  it('name each line by the labels that its expression keeps', () => {
    const queries = dashboards
      .flatMap(({ rows }) => rows)
      .flatMap(({ panels }) => panels.flatMap((each) => each.queries));
    const named = queries.flatMap(({ expr, legend }) => {
      const [, kept] = /\bby \(([^)]*)\)/.exec(expr) ?? [];
      const labels = Array.from(legend.matchAll(/\{\{(\w+)\}\}/g), ([, label]) => label);
      if (kept !== undefined) expect(labels, expr).toEqual(kept.split(/,\s*/).filter((label) => label !== 'le'));
      return labels;
    });
    expect(named).toEqual(expect.arrayContaining(['controller', 'webhook', 'kind']));
  });

  it.each(dashboards.map((each) => [each.title, each] as const))('%s has panels beside each other', (_, each) => {
    const taken = new Set<string>();
    for (const { gridPos } of parsed(each).panels) {
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken.has(`${x} ${y}`)).toBe(false);
          taken.add(`${x} ${y}`);
        }
    }
  });

  it('select the Pods of one operator in every expression', () => {
    for (const expr of dashboards.flatMap(expressions))
      expect(metricsIn(expr)[0]!.labels).toEqual(expect.arrayContaining(['job', 'namespace', 'pod']));
  });
});

describe('alerts', () => {
  const file = new URL('../../golden/features/config/prometheus/alerts.yaml', import.meta.url);
  const [{ rules }] = parse(readFileSync(file, 'utf8')).spec.groups;

  it('have only expressions whose metrics and labels an operator reports', async () => {
    const scrape = scrapedMetrics(await report());
    for (const { expr } of rules) expect(missingIn(expr, scrape), expr).toEqual([]);
    expect(rules).toHaveLength(3);
  });

  it('select the job that the ServiceMonitor reads from the Service of the metrics', () => {
    const golden = new URL('../../golden/features/config/', import.meta.url);
    const [service, monitor] = ['default/metrics_service.yaml', 'prometheus/monitor.yaml'].map((path) =>
      parse(readFileSync(new URL(path, golden), 'utf8')),
    );
    for (const { expr } of rules) {
      const jobs = Array.from(expr.matchAll(/job="([^"]*)"/g), ([, job]: string[]) => job);
      expect(new Set(jobs)).toEqual(new Set([service.metadata.labels[monitor.spec.jobLabel]]));
    }
  });
});

describe('the parser of the test', () => {
  it('finds a metric and a label that are not there', () => {
    const scrape = scrapedMetrics('up{pod="a"} 1\n');
    expect(missingIn('sum by (zone) (rate(up{job="a"}[$__rate_interval]))', scrape)).toEqual(['up{zone}']);
    expect(missingIn('down', scrape)).toEqual(['down']);
    expect(() => metricsIn('sum by (')).toThrow(/not PromQL/);
  });
});
