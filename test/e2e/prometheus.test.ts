import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Dashboard } from '../../src/features/grafana/dashboard.js';
import { controllerDashboard, ownDashboard, processDashboard } from '../../src/features/grafana/operator-dashboards.js';
import { programForTests } from '../support/go-program.js';
import { operatorMetrics, type OperatorMetrics } from '../support/operator-metrics.js';
import { evaluate, prometheusJudge, type Scrape } from './prometheus-judge/judge.js';

const program = await programForTests(prometheusJudge);

const job = 'yard-operator';
const start = Date.UTC(2026, 0, 1);
/** Milliseconds between two scrapes, and their number. */
const [interval, scrapes] = [15_000, 80];
const at = start + (scrapes - 1) * interval;

/** Scrapes of an operator to which something happens before each. */
async function scraped(
  pod: string,
  operator: OperatorMetrics,
  happens: (step: number) => void,
): Promise<readonly Scrape[]> {
  const found: Scrape[] = [];
  for (let step = 0; step < scrapes; step += 1) {
    happens(step);
    // Node.js reports collections of garbage in a turn of their own.
    await nextTurn();
    const { text } = await operator.metrics.report();
    found.push({ at: start + step * interval, target: { job, namespace: 'yard-system', pod }, text });
  }
  return found;
}

/** As Grafana fills in the variables. */
function filledIn(expr: string): string {
  const values = { $__rate_interval: '1m', $job: job, $namespace: 'yard-system', $pod: '.*' };
  return Object.entries(values).reduce((text, [name, value]) => text.replaceAll(name, value), expr);
}

const own = ownDashboard('yard-operator', [
  { type: 'counter', name: 'shells_total', help: 'Shells.', labels: ['kind'] },
  { type: 'gauge', name: 'shells', help: 'Shells now.', labels: [] },
  { type: 'histogram', name: 'shell_seconds', help: 'Time of a shell.', labels: ['kind'] },
]);

const queriesOf = (dashboard: Dashboard) =>
  dashboard.rows.flatMap(({ panels }) =>
    panels.flatMap(({ title, queries }) =>
      queries.map(({ expr, legend }) => ({ title, legend, expr: filledIn(expr) })),
    ),
  );

describe.skipIf(program === undefined)('Prometheus', () => {
  it('finds values for every line of the dashboards of two replicas', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const [leader, standby] = [await operatorMetrics(), await operatorMetrics()];
    const both = [
      ...(await scraped('leader', leader, (step) => {
        leader.everything();
        leader.metrics.leader('lease', true);
        for (const result of ['error', 'success', 'success'] as const) leader.reconcile(result);
        if (step % 8 === 0) collect();
      })),
      ...(await scraped('standby', standby, () => {
        standby.everything();
        standby.metrics.leader('lease', false);
      })),
    ];
    const queries = [controllerDashboard('yard-operator'), processDashboard('parking-operator'), own].flatMap(
      queriesOf,
    );
    const answers = await evaluate(program!, { scrapes: both, expressions: queries.map(({ expr }) => expr), at });
    const empty = queries.filter((_, index) => {
      const { problem, series } = answers[index]!;
      return problem !== undefined || series.length === 0 || series.some(({ value }) => value === null);
    });
    expect(empty.map(({ title, legend }, index) => [title, legend, answers[index]!.problem])).toEqual([]);
    const valuesOf = (panel: string, label: string) =>
      queries.flatMap(({ title }, index) =>
        title !== panel
          ? []
          : answers[index]!.series.map(({ labels, value }) => [labels[label], Number(value!.toFixed(4))]),
      );
    // Each 15 s, the leader has four reconciles, of which one fails, and the other replica has one.
    expect(Object.fromEntries(valuesOf('Reconciles', 'result'))).toEqual({
      error: 0.0667,
      success: 0.2667,
      requeue: 0,
      requeue_after: 0,
    });
    expect(valuesOf('Leaders', 'name')).toEqual([['lease', 1]]);
    expect(valuesOf('shells', 'pod')).toEqual([
      ['leader', 3],
      ['standby', 3],
    ]);
  });

  const file = new URL('../golden/features/config/prometheus/alerts.yaml', import.meta.url);
  const [{ rules }] = parse(readFileSync(file, 'utf8')).spec.groups as readonly [
    { readonly rules: readonly { readonly alert: string; readonly expr: string }[] },
  ];

  it.each<[string, (operator: OperatorMetrics, step: number) => void, readonly string[]]>([
    ['in normal operation', () => undefined, []],
    [
      'where one of twelve reconciles fails',
      ({ reconcile }, step) => reconcile(step % 3 === 0 ? 'error' : 'success'),
      [],
    ],
    ['where one of four fails', ({ reconcile }) => reconcile('error'), ['OperatorReconcileErrors']],
    ['where 90 objects wait and more come', ({ enqueue }) => enqueue(1), []],
    ['where 150 objects wait', ({ enqueue }, step) => enqueue(step === 0 ? 150 : 0), []],
    [
      'where 150 objects wait and more come',
      ({ enqueue }, step) => enqueue(step === 0 ? 150 : 1),
      ['OperatorQueueGrows'],
    ],
    ['where nobody leads', ({ metrics }) => metrics.leader('lease', false), ['OperatorHasNoLeader']],
  ])('fires the alerts that it should %s', async (_, happens, expected) => {
    const operator = await operatorMetrics();
    const found = await scraped('leader', operator, (step) => {
      operator.metrics.leader('lease', true);
      for (let count = 0; count < 3; count += 1) operator.reconcile('success');
      happens(operator, step);
    });
    const answers = await evaluate(program!, { scrapes: found, expressions: rules.map(({ expr }) => expr), at });
    expect(answers.map(({ problem }) => problem)).toEqual(rules.map(() => undefined));
    expect(rules.filter((_each, index) => answers[index]!.series.length > 0).map(({ alert }) => alert)).toEqual(
      expected,
    );
  });
});
