import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isGeneratedPath } from '../../src/project/paths.js';
import { features } from '../../src/project/features.js';
import { changesOf, largeProject, problemsOf, projectWithApi } from '../support/projects.js';

const chart = 'dist/chart';
const values = `${chart}/values.yaml`;
const manager = 'config/manager/manager.yaml';

describe('edit --helm', () => {
  it.each([
    ['one kind', projectWithApi],
    ['webhooks', largeProject],
  ])('makes a chart that manifests keeps, and back gives the tree byte for byte: %s', async (_, make) => {
    const project = await make();
    const before = project.snapshot();
    expect(problemsOf(await project.settings({ helm: true }))).toEqual([]);
    expect(project.read('PROJECT')).toContain('helm.operator-gen/v1:\n    chartFolder: dist/chart\n');
    expect(project.read(`${chart}/Chart.yaml`)).toContain('name: test-operator');
    expect(project.read('.gitignore')).toContain('!dist/chart/\n');
    const checked = await project.check();
    expect([problemsOf(checked), changesOf(checked)]).toEqual([[], []]);
    expect(problemsOf(await project.settings({ helm: false }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });

  it('has only templates that go with the chart, and with the parts of the deployment', async () => {
    const project = await largeProject();
    const before = project.snapshot();
    await project.settings({ helm: true });
    const withChart = project.snapshot();
    await project.settings({ enable: features });
    const templates = Object.keys(project.snapshot()).filter((path) => /^dist\/chart\/templates\/.+\//.test(path));
    expect(templates).toContain(`${chart}/templates/grafana/dashboards.yaml`);
    expect(templates.filter((path) => !path.endsWith('/') && !isGeneratedPath(path))).toEqual([]);
    await project.settings({ disable: features });
    expect(project.snapshot()).toEqual(withChart);
    await project.settings({ enable: features });
    await project.settings({ helm: false });
    await project.settings({ disable: features });
    expect(project.snapshot()).toEqual(before);
  });

  it('follows other commands, and those that undo them, byte for byte', async () => {
    const project = await projectWithApi();
    await project.settings({ helm: true });
    const before = project.snapshot();
    await project.createWebhook({ defaulting: true, validation: true });
    expect(project.read(values)).toMatch(/webhook:\n.*\n  enabled: true/);
    expect(project.read(`${chart}/templates/webhook/service.yaml`)).toContain('kind: Service');
    await project.deleteWebhook({ defaulting: true, validation: true });
    expect(project.snapshot()).toEqual(before);
    expect(problemsOf(await project.settings({ projectName: 'other' }))).toEqual(['project-renamed', 'lease-renamed']);
    expect(project.read(`${chart}/Chart.yaml`)).toContain('name: other\n');
    expect(project.read(`${chart}/templates/_helpers.tpl`)).not.toContain('test-operator');
    await project.settings({ projectName: 'test-operator' });
    expect(project.snapshot()).toEqual(before);
  });

  it.each(['config', '../chart', 'src/chart', '/chart', 'dist', '.hidden/chart', 'a//b'])(
    'refuses the folder %s',
    async (chartFolder) => {
      const project = await projectWithApi();
      await expect(project.settings({ chartFolder })).rejects.toThrow('free folder of the project');
    },
  );

  it('reports a chart that is out of date, and updates it', async () => {
    const project = await projectWithApi();
    await project.settings({ helm: true });
    project.edit(manager, 'periodSeconds: 20', 'periodSeconds: 21');
    const path = `${chart}/templates/manager/deployment.yaml`;
    expect(changesOf(await project.check())).toContain(`update ${path}`);
    await project.manifests();
    expect(project.read(path)).toContain('periodSeconds: 21');
  });

  it('keeps the values of the user beside new ones', async () => {
    const project = await projectWithApi();
    await project.settings({ helm: true });
    project.edit(values, 'replicas: 1', 'replicas: 3 # in production');
    project.edit(
      manager,
      '        image:',
      '        env:\n        - name: COLOR\n          value: red\n        image:',
    );
    expect(problemsOf(await project.manifests())).toEqual([]);
    const text = project.read(values);
    expect(text).toContain('replicas: 3 # in production');
    expect((parse(text) as { manager: { env: unknown } }).manager.env).toEqual([{ name: 'COLOR', value: 'red' }]);
    expect(changesOf(await project.check())).toEqual([]);
  });

  it('reports a default that the user has changed', async () => {
    const project = await projectWithApi();
    await project.settings({ helm: true });
    project.edit(values, 'replicas: 1', 'replicas: 3');
    project.edit(manager, 'replicas: 1', 'replicas: 2');
    const { diagnostics } = await project.manifests();
    expect(diagnostics).toEqual([
      expect.objectContaining({
        code: 'chart-values-kept',
        message: expect.stringContaining('manager.replicas') as string,
        position: expect.objectContaining({ file: values }) as object,
      }),
    ]);
    expect(project.read(values)).toContain('replicas: 3');
    expect(problemsOf(await project.manifests())).toEqual([]);
  });

  it('removes a chart but for the values that the user has changed', async () => {
    const project = await projectWithApi();
    await project.settings({ helm: true });
    project.edit(values, 'replicas: 1', 'replicas: 3');
    expect(problemsOf(await project.settings({ helm: false }))).toEqual(['edited-file-kept']);
    expect(project.read(values)).toContain('replicas: 3');
    expect(Object.keys(project.snapshot()).filter((path) => path.startsWith(`${chart}/`))).toContain(values);
  });

  it('moves a chart with the values of the user', async () => {
    const project = await projectWithApi();
    await project.settings({ helm: true });
    project.edit(values, 'replicas: 1', 'replicas: 3');
    expect(problemsOf(await project.settings({ chartFolder: 'charts/operator' }))).toEqual([]);
    expect(project.read('charts/operator/values.yaml')).toContain('replicas: 3');
    expect(Object.keys(project.snapshot()).filter((path) => path.startsWith(chart))).toEqual([]);
    expect(changesOf(await project.check())).toEqual([]);
  });

  it('refuses a folder with other files of a chart, and does not overwrite them', async () => {
    const project = await projectWithApi();
    project.write(`${chart}/templates/_helpers.tpl`, 'mine\n');
    expect(problemsOf(await project.settings({ helm: true }))).toEqual(['file-exists']);
    expect(project.read(`${chart}/templates/_helpers.tpl`)).toBe('mine\n');
  });

  it('reports what a chart does not have', async () => {
    const project = await projectWithApi();
    await project.settings({ helm: true });
    project.edit('config/default/kustomization.yaml', 'patches:', 'secretGenerator:\n- name: x\npatches:');
    expect(problemsOf(await project.manifests())).toEqual(['chart-incomplete']);
  });
});
