import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { isExecutable } from '../../runtime/src/testing/environment/platform.js';
import { largeProject, problemsOf, projectWithApi, type TestProject } from '../support/projects.js';
import { byIdentity, comparable, objectsIn, renderChart, type Rendered } from '../support/rendered-chart.js';
import { helm, programPath } from './control-plane/programs.js';

const metricsPatch = 'config/default/manager_metrics_patch.yaml';
const metricsService = 'config/default/metrics_service.yaml';

function renameMetricsPort(project: TestProject): void {
  project.edit(metricsPatch, 'name: metrics', 'name: https');
  project.edit(metricsService, 'targetPort: metrics', 'targetPort: https');
}

/** Changes of `config/`. */
const changes: readonly (readonly [string, () => Promise<TestProject>, (project: TestProject) => void])[] = [
  ['another name of the port of the metrics', projectWithApi, renameMetricsPort],
  [
    'other names of all ports',
    largeProject,
    (project) => {
      renameMetricsPort(project);
      project.edit('config/default/manager_webhook_patch.yaml', 'name: webhook-server', 'name: hooks');
      project.edit('config/webhook/service.yaml', 'targetPort: 9443', 'targetPort: hooks');
      project.write(
        'config/manager/manager.yaml',
        project.read('config/manager/manager.yaml').replaceAll(/(name|port): health$/gm, '$1: probes'),
      );
    },
  ],
];

/** The names of the Secrets of cert-manager are not ones that kustomize changes. */
function withoutPrefix(objects: readonly Rendered[]): readonly Rendered[] {
  return JSON.parse(
    JSON.stringify(objects).replaceAll(/"test-operator-((?:webhook|metrics)-server-cert)"/g, '"$1"'),
  ) as Rendered[];
}

describe.skipIf(!isExecutable(programPath(helm.name)))('the chart of a project with', { timeout: 300_000 }, () => {
  it.each(changes)('%s renders what kustomize builds', async (_name, make, change) => {
    const project = await make();
    await project.settings({ helm: true });
    change(project);
    expect(problemsOf(await project.manifests())).toEqual([]);
    const { stdout } = await execa(programPath('kustomize'), ['build', 'config/default'], { cwd: project.root });
    const built = objectsIn(stdout).filter(({ kind }) => kind !== 'Namespace');
    const rendered = withoutPrefix(await renderChart(join(project.root, 'dist/chart')));
    expect(byIdentity(rendered.map(comparable))).toEqual(byIdentity(built.map(comparable)));
  });
});
