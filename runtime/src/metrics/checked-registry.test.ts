import { describe, expect, expectTypeOf, it } from 'vitest';
import { noMetrics } from './metrics.js';
import { prometheusMetrics } from './prometheus.js';
import type { Counter, Gauge, Histogram } from './registry.js';

const enabled = await prometheusMetrics();

describe.each([
  ['enabled', enabled.registry, enabled.report],
  ['disabled', noMetrics.registry, undefined],
])('labels of metrics that are %s', (_, registry, report) => {
  const shells = registry.counter(`shells_total`, 'Shells.', ['kind', 'region']);
  const depth = registry.gauge(`shell_depth`, 'Depth.', ['region']);
  const seconds = registry.histogram(`shell_seconds`, 'Time.', ['region']);
  const waves = registry.counter(`waves_total`, 'Waves.');

  it('are complete: a missing one is an error that names it', () => {
    const message = 'the metric shells_total: the label region is missing; its labels are kind, region';
    // @ts-expect-error the region is missing
    expect(() => shells.inc({ kind: 'small' })).toThrow(new TypeError(message));
    // @ts-expect-error both labels are missing
    expect(() => shells.inc()).toThrow('the label kind is missing, the label region is missing');
    // @ts-expect-error the region is missing
    expect(() => depth.set(3)).toThrow('the metric shell_depth: the label region is missing');
    // @ts-expect-error the region is missing
    expect(() => seconds.startTimer()).toThrow('the metric shell_seconds: the label region is missing');
    // @ts-expect-error a value must be a string or a number
    expect(() => depth.inc({ region: undefined })).toThrow('the label region is missing');
  });

  it('are those that were declared: an unknown one is an error that names it', () => {
    // @ts-expect-error a typo
    expect(() => depth.dec({ regoin: 'north' })).toThrow('the label region is missing, the label regoin is unknown');
    // @ts-expect-error an additional label
    expect(() => seconds.observe({ region: 'north', zone: 1 }, 2)).toThrow('the label zone is unknown');
    // @ts-expect-error a metric without labels
    expect(() => waves.inc({ region: 'north' })).toThrow(
      'the metric waves_total: the label region is unknown; it has no labels',
    );
  });

  it('are accepted in any order, and with any string or number', async () => {
    shells.inc({ region: 'north', kind: 1 }, 2);
    depth.set({ region: '__proto__' }, 1);
    expect(seconds.startTimer({ region: 'north' })()).toBeGreaterThanOrEqual(0);
    expect(() => waves.inc(2)).not.toThrow();
    if (report === undefined) return;
    const { text } = await report();
    expect(text).toContain('shells_total{region="north",kind="1"} 2');
    expect(text).toContain('shell_depth{region="__proto__"} 1');
    expect(text).toContain('waves_total 2');
  });
});

it('no longer reports a series that was removed, until it gets a value again', async () => {
  const { registry, report } = await prometheusMetrics();
  const labels = { region: 'north', zone: 1 };
  const ready = registry.gauge('tide_ready', 'Tides.', ['region', 'zone']);
  const tides = registry.counter('tides_total', 'Tides.', ['region', 'zone']);
  const seconds = registry.histogram('tide_seconds', 'Tides.', ['region', 'zone']);
  ready.set({ ...labels, zone: 2 }, 1);
  const use = (): void => {
    ready.set(labels, 1);
    tides.inc(labels);
    seconds.observe(labels, 1);
  };
  use();
  for (const each of [ready, tides, seconds]) {
    // @ts-expect-error the zone is missing
    expect(() => each.remove({ region: 'north' })).toThrow('the label zone is missing');
    each.remove({ zone: 1, region: 'north' });
  }
  const series = async () => (await report()).text;
  expect(await series()).not.toContain('zone="1"');
  expect(await series()).toContain('tide_ready{region="north",zone="2"} 1');
  use();
  expect(await series()).toContain('tides_total{region="north",zone="1"} 1');
});

it('the names of labels are a part of the type, which fits one without them', () => {
  const shells = noMetrics.registry.counter('shells_total', 'Shells.', ['kind']);
  expectTypeOf(shells).toEqualTypeOf<Counter<'kind'>>();
  expectTypeOf(noMetrics.registry.gauge('waves', 'Waves.')).toEqualTypeOf<Gauge<never>>();
  expectTypeOf<Counter<'kind'>>().toExtend<Counter>();
  expectTypeOf<Gauge<'kind' | 'region'>>().toExtend<Gauge>();
  expectTypeOf<Histogram<'kind'>>().toExtend<Histogram>();
  expectTypeOf<Counter<'kind'>>().not.toExtend<Counter<'region'>>();
  expectTypeOf<Counter<'kind'>>().not.toExtend<Counter<'kind' | 'region'>>();
  expectTypeOf<Counter<'kind' | 'region'>>().not.toExtend<Counter<'kind'>>();
  expectTypeOf<Gauge<'kind'>>().not.toExtend<Gauge<'kind' | 'region'>>();
  expectTypeOf<Gauge<never>>().not.toExtend<Gauge<'kind'>>();
  expectTypeOf<Histogram>().not.toExtend<Histogram<'kind'>>();
  const names: readonly string[] = ['kind'];
  const open: Counter = noMetrics.registry.counter('shells_total', 'Shells.', names);
  expect(() => open.inc()).toThrow('the label kind is missing');
});

it('the type of a metric cannot have other labels than the list with which it is created', () => {
  const { counter, gauge, histogram } = noMetrics.registry;
  interface Metrics {
    readonly made: Counter<'kind' | 'region'>;
    readonly state: Gauge<'kind'>;
    readonly times: Histogram<'kind'>;
  }
  const same = {
    made: counter('a_total', 'A.', ['region', 'kind']),
    state: gauge('a', 'A.', ['kind']),
    times: histogram('a_seconds', 'A.', ['kind'], [1]),
  } satisfies Metrics;
  expect(() => same.made.inc({ kind: 'small', region: 'north' })).not.toThrow();
  // @ts-expect-error the list has no region
  const fewer: Metrics['made'] = counter('b_total', 'B.', ['kind']);
  // @ts-expect-error there is no list
  const none: Metrics['state'] = gauge('b', 'B.');
  // @ts-expect-error the list also has a region
  const more: Metrics['times'] = histogram('b_seconds', 'B.', ['kind', 'region']);
  // @ts-expect-error the names in the list are unknown
  const unknown: Metrics['state'] = gauge('b', 'B.', ['kind'] as string[]);
  // @ts-expect-error the names come from the list alone
  expect(() => counter<'kind'>('b_total', 'B.')).not.toThrow();
  expect(() => fewer.inc({ kind: 'small', region: 'north' })).toThrow('the label region is unknown');
  expect(() => none.set({ kind: 'small' }, 1)).toThrow('the label kind is unknown');
  expect(() => more.observe({ kind: 'small' }, 1)).toThrow('the label region is missing');
  expect(() => unknown.set({ kind: 'small' }, 1)).not.toThrow();
});
