import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../support/tree.js';
import { startControlPlane, type ControlPlane } from './control-plane/control-plane.js';
import { runOurs, writeCases } from './declarative/run-both.js';
import { passing, settings, testStep } from './declarative/table.js';

const folder = makeTemporaryFolder();
let controlPlane: ControlPlane;

beforeAll(async () => {
  controlPlane = await startControlPlane();
});

afterAll(async () => {
  await controlPlane?.stop();
  folder.remove();
});

const ready = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: shop }\n';
const deployment = `${ready}spec:
  selector: { matchLabels: { app: shop } }
  template:
    metadata: { labels: { app: shop } }
    spec: { containers: [{ name: main, image: example.com/shop:1 }] }
`;

const files = {
  '00-shop.yaml': deployment,
  '00-assert.yaml': `${ready}status: { readyReplicas: 1 }\n`,
  '01-menu.yaml': settings('menu', { soup: 'hot' }),
  '01-scale.yaml': `${ready}spec: { replicas: 2 }\n`,
  '01-assert.yaml': `${ready}status: { readyReplicas: 2 }\n`,
  '02-delete.yaml': testStep('delete: [{ apiVersion: v1, kind: ConfigMap, name: menu }]'),
  '02-errors.yaml': settings('menu'),
};

it('50 cases with three steps each take less than a minute', { timeout: 180_000 }, async () => {
  writeCases(
    folder.path,
    Array.from({ length: 50 }, (_, at) => passing(`case-${at}`, files)),
  );
  const { kubeconfigPath: kubeconfig, assetsDirectory: programs } = controlPlane.info;
  const start = performance.now();
  const results = await runOurs(folder.path, { kubeconfig, programs, timeout: 30, parallel: 8 });
  const seconds = (performance.now() - start) / 1000;
  process.stdout.write(`50 cases: ${seconds.toFixed(1)} s\n`);
  expect(results.filter(({ passed }) => !passed)).toEqual([]);
  expect(results).toHaveLength(50);
  expect(seconds).toBeLessThan(60);
});
