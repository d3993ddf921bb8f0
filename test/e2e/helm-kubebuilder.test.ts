import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isExecutable } from '../../runtime/src/testing/environment/platform.js';
import { askHelper } from '../support/ask-helper.js';
import { kubebuilderValues } from '../support/kubebuilder-values.js';
import { largeProject, type TestProject } from '../support/projects.js';
import { renderChart, type Rendered, type Values } from '../support/rendered-chart.js';
import { helm, programPath } from './control-plane/programs.js';

await askHelper();

const page = fileURLToPath(new URL('../../docs/tasks/helm.md', import.meta.url));

/** Returns the rows of the table of differences: the values that it names, and what it says about them. */
function differences(): ReadonlyMap<string, string> {
  const [, section = ''] = readFileSync(page, 'utf8').split('\n## Differences from the chart of kubebuilder\n');
  const rows = section.split('\n## ')[0]!.matchAll(/^\| `([\w.]+)[^`]*` \| (.*) \|$/gm);
  return new Map(Array.from(rows, ([, key = '', text = '']) => [key, text]));
}

/** Returns values with one value at its place, in addition to others. */
function withValue(key: string, value: unknown, others: Values = {}): Values {
  const [first = '', ...rest] = key.split('.');
  const below = (others[first] ?? {}) as Values;
  return { ...others, [first]: rest.length === 0 ? value : withValue(rest.join('.'), value, below) };
}

/** Returns a project with a chart, all of whose sections have objects. */
async function withChart(): Promise<TestProject> {
  const project = await largeProject();
  project.edit(
    'config/manager/manager.yaml',
    '        volumeMounts: []',
    '        env:\n        - {name: LEVEL, value: info}\n        volumeMounts: []',
  );
  await project.settings({ helm: true });
  return project;
}

describe.skipIf(!isExecutable(programPath(helm.name)))(
  'the values of a chart of kubebuilder',
  { timeout: 300_000 },
  () => {
    const rendered = async (project: TestProject, values: Values): Promise<readonly Rendered[]> =>
      renderChart(join(project.root, 'dist/chart'), values);
    const unavailable = Array.from(differences()).flatMap(([key, text]) =>
      text.startsWith('not available: ') ? [key] : [],
    );

    it('are all listed if the page says that they differ', () => {
      const keys = kubebuilderValues.map(({ key }) => key);
      expect([...differences().keys()].filter((key) => !keys.includes(key))).toEqual([]);
    });

    it('have the same effect, or the page says that they have none', async () => {
      const project = await withChart();
      const available: string[] = [];
      const before = await rendered(project, {});
      for (const { key, value, changes, with: others } of kubebuilderValues) {
        const ofKind = (objects: readonly Rendered[]): readonly Rendered[] =>
          objects.filter(({ kind }: Rendered) => kind === changes);
        const changed = await rendered(project, withValue(key, value, others)).catch(() => undefined);
        if (changed === undefined) continue;
        expect([key, ofKind(changed)]).not.toEqual([
          key,
          ofKind(others === undefined ? before : await rendered(project, others)),
        ]);
        available.push(key);
      }
      expect(kubebuilderValues.map(({ key }) => key).filter((key) => !available.includes(key))).toEqual(unavailable);
    });

    it('can all be set together', async () => {
      const project = await withChart();
      const wanted = kubebuilderValues.filter(({ key }) => !unavailable.includes(key) && !key.endsWith('.enabled'));
      const values = wanted.reduce<Values>((all, { key, value }) => withValue(key, value, all), {});
      const deployment = (await rendered(project, values)).find(({ kind }) => kind === 'Deployment');
      expect(deployment).toMatchObject({
        metadata: { name: 'other-controller-manager', labels: { team: 'a' }, annotations: { team: 'a' } },
        spec: { replicas: 3, strategy: { type: 'Recreate' }, template: { spec: { serviceAccountName: 'other' } } },
      });
    });

    it('name an image by a tag, a digest, or both in the repository', async () => {
      const project = await withChart();
      const images = [
        [{ repository: 'example.com/a', tag: 'v1' }, 'example.com/a:v1'],
        [{ repository: 'example.com/a', tag: 'sha256:abc' }, 'example.com/a@sha256:abc'],
        [{ repository: 'example.com/a@sha256:abc' }, 'example.com/a@sha256:abc'],
        [{ repository: 'example.com/a', tag: null }, 'example.com/a:0.1.0'],
      ] as const;
      for (const [image, expected] of images) {
        const { spec } = (await rendered(project, { manager: { image } })).find(({ kind }) => kind === 'Deployment');
        expect(spec.template.spec.containers[0].image).toBe(expected);
      }
    });
  },
);
