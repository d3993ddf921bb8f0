import { expect, it } from 'vitest';
import { usesOf } from './support.js';

const metricsOf = async (code: string) => (await usesOf(code)).metrics;

it.each<[string, string, readonly object[]]>([
  [
    'a call on the manager',
    "export const f = (manager: Manager) => manager.metrics.counter('a_total', 'All.', ['kind', 'zone']);",
    [{ type: 'counter', name: 'a_total', help: 'All.', labels: ['kind', 'zone'] }],
  ],
  [
    'what is taken out of the manager',
    "class R { constructor({ metrics }: Manager) { metrics.gauge('a', 'Now.'); metrics.histogram('b_seconds', 'Time.'); } } export { R };",
    [
      { type: 'gauge', name: 'a', help: 'Now.', labels: [] },
      { type: 'histogram', name: 'b_seconds', help: 'Time.', labels: [] },
    ],
  ],
  [
    'constants',
    "const prefix = 'shop_'; const labels = ['kind'] as const; export const f = ({ metrics }: Manager) => metrics.counter(`${prefix}orders_total`, prefix + 'Orders.', labels);",
    [{ type: 'counter', name: 'shop_orders_total', help: 'shop_Orders.', labels: ['kind'] }],
  ],
  [
    'a loop over names',
    "export const f = ({ metrics }: Manager) => (['a', 'b'] as const).map((name) => metrics.gauge(name, 'Now.'));",
    [
      { type: 'gauge', name: 'a', help: 'Now.', labels: [] },
      { type: 'gauge', name: 'b', help: 'Now.', labels: [] },
    ],
  ],
  [
    'labels that are not constants',
    "export const f = ({ metrics }: Manager, labels: string[]) => metrics.gauge('a', 'Now.', labels);",
    [{ type: 'gauge', name: 'a', help: 'Now.', labels: [] }],
  ],
  ['a name that is not a constant', 'export const f = ({ metrics }: Manager, n: string) => metrics.gauge(n, n);', []],
  ['a name that Prometheus refuses', "export const f = ({ metrics }: Manager) => metrics.gauge('a-b', 'Now.');", []],
  [
    'a method of the same name elsewhere',
    "const own = { counter: (name: string, help: string) => name + help }; export const f = () => own.counter('a', 'b');",
    [],
  ],
])('%s', async (_, code, expected) => {
  expect(await metricsOf(code)).toEqual(expected);
});
