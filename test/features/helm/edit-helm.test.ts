import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isGeneratedPath } from '../../../src/project/paths.js';
import { partNames, usualParts } from '../../../src/project/parts.js';
import { buildWithKustomize } from '../../support/ask-helper.js';
import { changesOf, largeProject, problemsOf, projectWithApi, type TestProject } from '../../support/projects.js';

await buildWithKustomize();

const chart = 'dist/chart';
const values = `${chart}/values.yaml`;
const manager = 'config/manager/manager.yaml';

const crds = `${chart}-crds`;

describe('edit --separate-crds', () => {
  const filesOf = (project: TestProject, folder: string): readonly string[] =>
    Object.keys(project.snapshot()).filter((path) => path.startsWith(`${folder}/`) && !path.endsWith('/'));

  it('makes a chart with the CRDs alone, and back gives the tree byte for byte', async () => {
    const project = await largeProject();
    const without = project.snapshot();
    await project.settings({ helm: true });
    const before = project.snapshot();
    expect(problemsOf(await project.settings({ separateCRDs: true }))).toEqual([]);
    expect(project.read('PROJECT')).toContain('    chartFolder: dist/chart\n    separateCRDs: true\n');
    expect(project.read('.gitignore')).toContain('!dist/chart/\n!dist/chart-crds/\n');
    expect(project.read(`${crds}/Chart.yaml`)).toContain('name: test-operator-crds\n');
    expect(filesOf(project, chart).filter((path) => path.includes('/crd/'))).toEqual([]);
    expect(filesOf(project, crds).filter((path) => path.includes('/crd/'))).not.toEqual([]);
    expect(parse(project.read(values))).not.toHaveProperty('crd');
    expect(Object.keys(parse(project.read(`${crds}/values.yaml`)) as object)).toEqual(
      expect.arrayContaining(['crd', 'operator', 'webhook', 'certManager']),
    );
    const checked = await project.check();
    expect([problemsOf(checked), changesOf(checked)]).toEqual([[], []]);
    await project.settings({ separateCRDs: false });
    expect(project.snapshot()).toEqual(before);
    await project.settings({ separateCRDs: true });
    await project.settings({ helm: false });
    expect(project.snapshot()).toEqual(without);
  });

  it('implies a chart, and its absence does not', async () => {
    const project = await projectWithApi();
    const before = project.snapshot();
    await project.settings({ separateCRDs: false });
    expect(project.snapshot()).toEqual(before);
    await project.settings({ separateCRDs: true, chartFolder: 'deploy/chart' });
    expect(project.read('deploy/chart-crds/values.schema.json')).toContain('"operator"');
    expect(project.read('.prettierignore')).toContain('deploy/chart/\ndeploy/chart-crds/\n');
  });

  it('follows other settings, and those that undo them, byte for byte', async () => {
    const project = await projectWithApi();
    await project.settings({ separateCRDs: true });
    const before = project.snapshot();
    await project.settings({ projectName: 'other' });
    expect(project.read(`${crds}/Chart.yaml`)).toContain('name: other-crds\n');
    expect(
      filesOf(project, crds)
        .map((path) => project.read(path))
        .join(''),
    ).not.toContain('test-operator');
    await project.settings({ projectName: 'test-operator', helm: true });
    expect(project.snapshot()).toEqual(before);
    await project.createApi({ kind: 'Other' });
    expect(filesOf(project, `${crds}/templates/crd`)).toHaveLength(2);
    await project.deleteApi({ kind: 'Other' });
    expect(project.snapshot()).toEqual(before);
  });

  it('keeps the files of the user, and moves the chart with its values', async () => {
    const project = await projectWithApi();
    await project.settings({ separateCRDs: true });
    project.edit(`${crds}/values.yaml`, 'keep: true', 'keep: false');
    project.write(`${crds}/templates/extra/mine.yaml`, 'a: b\n');
    await project.settings({ chartFolder: 'charts/a' });
    expect(project.read('charts/a-crds/values.yaml')).toContain('keep: false');
    expect(filesOf(project, crds)).toEqual([`${crds}/templates/extra/mine.yaml`]);
    expect(problemsOf(await project.settings({ separateCRDs: false }))).toEqual(['edited-file-kept']);
    expect(filesOf(project, 'charts/a-crds')).toEqual(['charts/a-crds/values.yaml']);
  });

  it('reports a chart that is out of date, and refuses a folder with other files of a chart', async () => {
    const project = await projectWithApi();
    await project.settings({ helm: true });
    project.write(`${crds}/templates/_helpers.tpl`, 'mine\n');
    expect(problemsOf(await project.settings({ separateCRDs: true }))).toEqual(['file-exists']);
    expect(project.read(`${crds}/templates/_helpers.tpl`)).toBe('mine\n');
    await project.settings({ separateCRDs: true, force: true });
    const [crd = ''] = filesOf(project, `${crds}/templates/crd`);
    project.write(crd, 'a: b\n');
    expect(changesOf(await project.check())).toEqual([`update ${crd}`]);
  });
});

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
    const optional = partNames().filter((each) => !usualParts().includes(each));
    const project = await largeProject();
    const before = project.snapshot();
    await project.settings({ helm: true });
    const withChart = project.snapshot();
    await project.settings({ enable: optional });
    const templates = Object.keys(project.snapshot()).filter((path) => /^dist\/chart\/templates\/.+\//.test(path));
    expect(templates).toContain(`${chart}/templates/grafana/dashboards.yaml`);
    expect(templates.filter((path) => !path.endsWith('/') && !isGeneratedPath(path))).toEqual([]);
    await project.settings({ disable: optional });
    expect(project.snapshot()).toEqual(withChart);
    await project.settings({ enable: optional });
    await project.settings({ helm: false });
    await project.settings({ disable: optional });
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

  it('refuses folders that are not free or not in the project', async () => {
    const project = await projectWithApi();
    for (const chartFolder of ['config', '../chart', 'src/chart', '/chart', 'dist', '.hidden/chart', 'a//b'])
      await expect(project.settings({ chartFolder }), chartFolder).rejects.toThrow('free folder of the project');
  });

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

  it('writes new defaults into values that could not be read before', async () => {
    const project = await projectWithApi();
    await project.settings({ helm: true });
    const before = project.read(values);
    project.edit(values, 'replicas: 1', '<<<<<<< HEAD\n  replicas: 1\n=======\n  replicas: 4\n>>>>>>> b');
    project.edit(
      manager,
      '        image:',
      '        env:\n        - name: COLOR\n          value: red\n        image:',
    );
    expect(problemsOf(await project.manifests())).toEqual(['chart-values-refused']);
    expect(project.read(values)).toContain('>>>>>>> b');
    project.write(values, before);
    expect(problemsOf(await project.manifests())).toEqual([]);
    expect((parse(project.read(values)) as { manager: { env: unknown } }).manager.env).toEqual([
      { name: 'COLOR', value: 'red' },
    ]);
  });

  it('reports what has to change in the targets of make at a place that the user has changed', async () => {
    const project = await projectWithApi();
    await project.settings({ helm: true });
    project.write('hack/helm.mk', project.read('hack/helm.mk').replaceAll('--wait', '--wait --timeout 9m'));
    const outcome = await project.settings({ separateCRDs: true });
    expect(problemsOf(outcome)).toEqual(['merge-conflict']);
    expect(outcome.diagnostics[0]!.lines!.join('')).toContain('upgrade "$(HELM_CRDS_RELEASE)"');
    expect(project.read('hack/helm.mk')).toContain('--wait --timeout 9m');
    expect(project.read('hack/helm.mk')).toContain('HELM_CRDS_RELEASE ?=');
  });

  it('has the same notes with and without CRDs of their own, so that edited ones stay right', async () => {
    const project = await projectWithApi();
    await project.settings({ helm: true });
    const notes = `${chart}/templates/NOTES.txt`;
    project.write(notes, `${project.read(notes)}Mine.\n`);
    const before = project.read(notes);
    expect(problemsOf(await project.settings({ separateCRDs: true }))).toEqual([]);
    expect(project.read(notes)).toBe(before);
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

  it.each([
    [values, 'replicas: 1', 'replicas: 3'],
    [`${chart}/Chart.yaml`, 'version: 0.1.0', 'version: 0.2.0'],
  ])('removes a chart but for %s that the user has changed, and says so', async (path, before, after) => {
    const project = await projectWithApi();
    await project.settings({ helm: true });
    project.edit(path, before, after);
    const outcome = await project.settings({ helm: false });
    expect(problemsOf(outcome)).toEqual(['edited-file-kept']);
    expect(outcome.diagnostics.map(({ message }) => message).join()).toContain(path);
    expect(project.read(path)).toContain(after);
    expect(Object.keys(project.snapshot()).filter((each) => each.startsWith(`${chart}/`))).toEqual([`${chart}/`, path]);
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

  it('writes a missing Chart.yaml again, and keeps an edited one', async () => {
    const project = await projectWithApi();
    await project.settings({ separateCRDs: true });
    const before = project.snapshot();
    for (const folder of [chart, crds]) rmSync(join(project.root, `${folder}/Chart.yaml`));
    expect(changesOf(await project.check())).toEqual(
      [`create ${crds}/Chart.yaml`, `create ${chart}/Chart.yaml`].toSorted(),
    );
    await project.manifests();
    expect(project.snapshot()).toEqual(before);
    project.edit(`${chart}/Chart.yaml`, 'version: 0.1.0', 'version: 0.2.0');
    await project.manifests();
    expect(project.read(`${chart}/Chart.yaml`)).toContain('version: 0.2.0');
    await project.settings({ chartFolder: 'charts/a' });
    expect(project.read('charts/a/Chart.yaml')).toContain('version: 0.2.0');
    rmSync(join(project.root, 'charts/a/Chart.yaml'));
    await project.settings({ helm: false });
    expect(Object.keys(project.snapshot()).filter((path) => path.startsWith('charts/'))).toEqual([]);
  });

  it.each([
    ['manager.replica', '  replicas: 1', '  replica: 1', 'manager.replicas'],
    ['replicas', 'extra: {}', 'extra: {}\nreplicas: 2', 'manager.replicas'],
    ['webhook.certificate', '  certificate: cert-manager', '  certificate: certmanager', 'cert-manager'],
    ['mine', 'extra: {}', 'extra: {}\nmine: 2', undefined],
  ])('suggests a value for %s if one is close', async (_, text, by, similar) => {
    const project = await projectWithApi();
    await project.settings({ helm: true });
    project.edit(values, text, by);
    const [{ help } = { help: '' }] = (await project.check()).diagnostics;
    expect(help).toContain('below extra');
    expect(/did you mean (.+)\?/.exec(help)?.[1]).toBe(similar);
  });

  it.each([
    [{ helm: true }, 'hack/helm.mk'],
    [{ olm: true }, 'hack/olm.mk'],
  ])('reports a Makefile without the targets: %o', async (options, file) => {
    const project = await projectWithApi();
    project.edit('Makefile', '-include hack/*.mk', '# -include hack/*.mk');
    const reported = expect.objectContaining({
      code: 'make-targets-missing',
      message: expect.stringContaining(file) as string,
      position: { file: 'Makefile', line: 1, column: 1 },
    }) as object;
    expect((await project.settings(options)).diagnostics).toEqual([reported]);
    expect((await project.check()).diagnostics).toEqual([reported]);
    for (const line of ['-include hack/*.mk', `include ./${file} # mine`, 'sinclude a.mk $(OTHERS)']) {
      project.edit('Makefile', '# -include hack/*.mk', line);
      expect(problemsOf(await project.check())).toEqual([]);
      project.edit('Makefile', line, '# -include hack/*.mk');
    }
    rmSync(join(project.root, file));
    expect(problemsOf(await project.check())).toEqual([]);
  });

  it('has what generators of the user make', async () => {
    const project = await projectWithApi();
    await project.settings({ helm: true });
    project.edit(
      'config/default/kustomization.yaml',
      'patches:',
      'configMapGenerator:\n- {name: colors, literals: [sky=blue], options: {disableNameSuffixHash: true}}\npatches:',
    );
    expect(problemsOf(await project.manifests())).toEqual([]);
    expect(project.read(`${chart}/templates/other/configmap-colors.yaml`)).toContain('sky: blue');
  });

  it('reports a value that the user has set and that there is no longer, but no new default of it', async () => {
    const project = await projectWithApi();
    await project.settings({ helm: true, enable: ['grafana'] });
    const text = project.read(values);
    const set = text.replace(/^( +dashboards:\n(?: +#.*\n)* +enabled: )false/m, '$1true');
    expect(set).not.toBe(text);
    project.write(values, set);
    expect(problemsOf(await project.settings({ disable: ['grafana'] }))).toEqual(['chart-values-refused']);
  });

  it('has whole numbers exactly', async () => {
    const project = await projectWithApi();
    await project.settings({ helm: true });
    project.write(
      'config/manager/own.yaml',
      'apiVersion: e.io/v1\nkind: Own\nmetadata: {name: own}\nspec: {max: 9223372036854775807, odd: 9007199254740993}\n',
    );
    project.edit('config/manager/kustomization.yaml', '- manager.yaml', '- manager.yaml\n- own.yaml');
    expect(problemsOf(await project.manifests())).toEqual([]);
    const own = project.read(`${chart}/templates/other/own-own.yaml`);
    expect(own).toContain('max: 9223372036854775807\n');
    expect(own).toContain('odd: 9007199254740993\n');
    expect(changesOf(await project.check())).toEqual([]);
  });

  it('knows the objects by the names in their files, whatever is put before and after them', async () => {
    const project = await largeProject();
    await project.settings({ helm: true });
    const kustomization = project.read('config/default/kustomization.yaml');
    project.write('config/default/kustomization.yaml', `${kustomization}nameSuffix: -x\n`);
    project.write(
      'config/rbac/kustomization.yaml',
      `${project.read('config/rbac/kustomization.yaml')}nameSuffix: -v2\n`,
    );
    expect(problemsOf(await project.manifests())).toEqual([]);
    const template = (path: string): string => project.read(`${chart}/templates/${path}`);
    expect(template('webhook/mutating-webhook-configuration-x.yaml')).toContain('kind: MutatingWebhookConfiguration\n');
    expect(parse(project.read(values))).toMatchObject({ webhook: { enabled: true }, metrics: { enabled: true } });
    const roles = template('rbac/leader-election-role-v2-x.yaml');
    expect(roles.match(/^kind: .*/gm)).toEqual(['kind: Role', 'kind: RoleBinding']);
    expect(template('prometheus/controller-manager-alerts-x.yaml')).toContain('{{- if and $.Values.prometheus.enabled');
  });

  it('never makes a role of the cluster from one of a namespace, and deploys what it does not know', async () => {
    const project = await largeProject();
    await project.settings({ helm: true });
    const rbac = 'config/rbac/kustomization.yaml';
    project.write('config/rbac/own.yaml', ownRole);
    project.write(rbac, project.read(rbac).replace('resources:\n', 'resources:\n- own.yaml\n'));
    project.write('config/prometheus/own.yaml', ownRule);
    const prometheus = 'config/prometheus/kustomization.yaml';
    project.write(prometheus, project.read(prometheus).replace('resources:\n', 'resources:\n- own.yaml\n'));
    project.edit('config/webhook/kustomization.yaml', '- service.yaml\n', '# - service.yaml\n');
    // Its replacements need the Service.
    const list = project.read('config/default/kustomization.yaml');
    project.write('config/default/kustomization.yaml', list.slice(0, list.indexOf('replacements:')));
    const { diagnostics } = await project.manifests();
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toContain(
      'chart-incomplete: the Helm chart is built without values for its webhooks: config/default has no Service that mutating-webhook-configuration calls',
    );
    const template = (path: string): string => project.read(`${chart}/templates/${path}`);
    expect(template('rbac/own-role.yaml')).not.toContain('Cluster');
    expect(template('other/mutatingwebhookconfiguration-mutating-webhook-configuration.yaml')).not.toContain('{{- if');
    expect(template('manager/deployment.yaml')).toContain('name: webhook-server\n');
    expect(template('other/prometheusrule-own.yaml')).toContain('{{- if $.Values.prometheus.enabled }}');
  });
});

describe('files among the generated templates of a chart', () => {
  const image = '{{- define "test-operator.image" -}}evil{{- end }}\n';

  it.each([
    ['templates/_aa.tpl', image, 'foreign-chart-file'],
    ['templates/_aa.txt', image, 'foreign-chart-file'],
    ['templates/rbac/metrics-auth.yaml', ownRole, 'foreign-chart-file'],
    ['templates/rbac/deeper/zzz.yml', ownRole, 'foreign-chart-file'],
    ['templates/NOTES.txt', image, 'redefined-chart-template'],
    ['templates/extra/deeper/_mine.tpl', image.replaceAll('"', '`'), 'redefined-chart-template'],
    ['templates/extra/mine.yaml', ownRole, undefined],
    ['templates/NOTES.txt', '{{ include "test-operator.image" . }}{{ define "mine" }}{{ end }}', undefined],
  ])('%s with %j: %s', async (path, text, code) => {
    const project = await projectWithApi();
    await project.settings({ separateCRDs: true });
    for (const folder of [chart, crds]) {
      const [, name = ''] = /define "([^"]+)"/.exec(project.read(`${folder}/templates/_helpers.tpl`)) ?? [];
      project.write(`${folder}/${path}`, text.replace('test-operator.image', name));
      const found = problemsOf(await project.check());
      expect(found).toEqual(code === undefined ? [] : [code]);
      rmSync(join(project.root, folder, path));
    }
  });

  it('are not taken for generated because the record says so', async () => {
    const project = await projectWithApi();
    await project.settings({ helm: true });
    const record = JSON.parse(project.read('.operator-gen/scaffold.json'));
    record.files[`${chart}/templates/_aa.tpl`] = { ownership: 'scaffolded', hash: 'x' };
    project.write('.operator-gen/scaffold.json', JSON.stringify(record));
    project.write(`${chart}/templates/_aa.tpl`, image);
    expect(problemsOf(await project.check())).toContain('foreign-chart-file');
  });
});

const ownRole = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: own-role, namespace: system}
rules: [{apiGroups: [''], resources: [secrets], verbs: [get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: own-rolebinding, namespace: system}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: own-role}
subjects: [{kind: ServiceAccount, name: controller-manager, namespace: system}]
`;

const ownRule = `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: {name: own, namespace: system}
spec: {groups: []}
`;
