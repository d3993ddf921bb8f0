import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { partNames, usualParts } from '../../../src/project/parts.js';
import {
  changesOf,
  newProject,
  problemsOf,
  projectWithApi,
  testFolder,
  type TestProject,
} from '../../support/projects.js';

const kustomization = 'config/default/kustomization.yaml';
const resources = (text: string): string => /^resources:\n((?:[-# ].*\n)+)/m.exec(text)![1]!;

const monitoring = ['alerts', 'kustomization', 'monitor'].map((name) => `config/prometheus/${name}.yaml`);

/** A project whose user has the files of the monitoring without the record, as those of earlier releases. */
async function projectWithMonitoring(): Promise<TestProject> {
  const [other, project] = [await projectWithApi(), await projectWithApi()];
  await other.settings({ enable: ['prometheus'] });
  for (const path of monitoring) project.write(path, other.read(path));
  return project;
}

describe('edit --enable', () => {
  it('deploys the ServiceMonitor, and --disable gives the tree back byte for byte', async () => {
    const project = await projectWithApi();
    const before = project.snapshot();
    const enabled = await project.settings({ enable: ['prometheus'] });
    expect(problemsOf(enabled)).toEqual([]);
    const changed = [kustomization, 'PROJECT', '.operator-gen/scaffold.json'].map((path) => `update ${path}`);
    const created = monitoring.map((path) => `create ${path}`);
    expect(changesOf(enabled).toSorted()).toEqual([...created, ...changed].toSorted());
    expect(resources(project.read(kustomization))).toContain('- ../prometheus\n');
    expect(project.read('PROJECT')).toContain('plugins:\n  features.operator-gen/v1:\n    prometheus: true\n');
    expect(problemsOf(await project.check())).toEqual([]);
    expect(changesOf(await project.check())).toEqual([]);

    const after = project.snapshot();
    const again = await project.settings({ enable: ['prometheus'] });
    expect(again.summary).toBe('The project already has these settings.');
    expect(project.snapshot()).toEqual(after);

    expect(problemsOf(await project.settings({ disable: ['prometheus'] }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });

  it('merges into an edited kustomization', async () => {
    const project = await projectWithApi();
    project.edit(kustomization, '- ../manager\n', '# Ours.\n- ../manager\n- ../database\n');
    project.write('config/database/kustomization.yaml', 'resources: []\n');
    const before = project.snapshot();
    expect(problemsOf(await project.settings({ enable: ['prometheus'] }))).toEqual([]);
    expect(project.read(kustomization)).toContain('# Ours.\n- ../manager\n- ../database\n');
    expect(resources(project.read(kustomization))).toContain('- ../prometheus\n');
    expect(problemsOf(await project.settings({ disable: ['prometheus'] }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });

  it.each(['- ../prometheus', '- "../prometheus" # Ours.', '- ../prometheus/monitor.yaml', '- ../prometheus/'])(
    'only records what a user has added as %s',
    async (line) => {
      const project = await projectWithMonitoring();
      project.edit(kustomization, '- ../manager\n', `${line}\n- ../manager\n`);
      const before = project.read(kustomization);
      const { summary, ...enabled } = await project.settings({ enable: ['prometheus'] });
      expect(problemsOf({ summary, ...enabled })).toEqual([]);
      expect(summary).toBe('Updated the project test-operator.');
      expect(project.read(kustomization)).toBe(before);
      expect(project.read('PROJECT')).toContain('prometheus: true');
      expect(changesOf(await project.check())).toEqual([]);
    },
  );

  it('generates dashboards, also of the metrics that the code creates, and removes them with the feature', async () => {
    const project = await projectWithApi();
    project.write('grafana/ours.json', '{}\n');
    project.write('src/metrics.ts', '');
    const before = project.snapshot();
    const dashboards = (): readonly string[] =>
      Object.keys(project.snapshot()).filter((path) => /^grafana\/./.test(path));
    expect(problemsOf(await project.settings({ enable: ['grafana'] }))).toEqual([]);
    expect(dashboards()).toEqual(['grafana/controllers.json', 'grafana/ours.json', 'grafana/process.json']);

    const code = "export const sold = ({ metrics }: Manager) => metrics.counter('shop_sold_total', 'Sold.');\n";
    project.write('src/metrics.ts', `import type { Manager } from '@operator-gen/runtime';\n${code}`);
    expect(changesOf(await project.check())).toContain('create grafana/own-metrics.json');
    expect(problemsOf(await project.manifests())).toEqual([]);
    expect(project.read('grafana/own-metrics.json')).toContain('rate(shop_sold_total{');
    project.write('src/metrics.ts', '');
    expect(problemsOf(await project.manifests())).toEqual([]);
    expect(dashboards()).not.toContain('grafana/own-metrics.json');

    expect(problemsOf(await project.settings({ disable: ['grafana'] }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });

  it('refuses to replace a file of the user with a generated one, unless it is forced', async () => {
    const project = await projectWithApi();
    project.write('grafana/process.json', '{}\n');
    const before = project.snapshot();
    expect(problemsOf(await project.settings({ enable: ['grafana'] }))).toEqual(['file-exists']);
    expect(project.snapshot()).toEqual(before);
    expect(problemsOf(await project.settings({ enable: ['grafana'], force: true }))).toEqual([]);
    expect(project.read('grafana/process.json')).toContain('"panels"');
  });

  it('updates other generated files, also where the record was lost', async () => {
    const project = await projectWithApi();
    rmSync(join(project.root, '.operator-gen/scaffold.json'));
    project.edit('src/api/v1/webserver.types.ts', 'An example field.', 'Mine.');
    const edited = await project.settings({ enable: ['grafana'] });
    expect(problemsOf(edited)).toEqual([]);
    expect(changesOf(edited)).toContain('update config/crd/bases/my.domain_webservers.yaml');
  });

  it('refuses a feature that is both to be enabled and to be disabled', async () => {
    const project = await newProject();
    const refused = await project.settings({ enable: ['prometheus'], disable: ['prometheus'] });
    expect(problemsOf(refused)).toEqual(['conflicting-flags']);
  });

  const budget = (selector: string): string =>
    `apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: { name: ours }\nspec: { minAvailable: 1, selector: ${selector} }\n`;
  const ofManager = '{ matchLabels: { control-plane: controller-manager } }';

  it.each([ofManager, '{}'])('adds no second budget for the Pods that one of the user has: %s', async (selector) => {
    const project = await projectWithApi();
    project.write('config/default/budget.yaml', budget(selector));
    project.edit(kustomization, '- ../manager\n', '- ../manager\n- budget.yaml\n');
    const before = project.snapshot();
    expect(problemsOf(await project.settings({ enable: ['pod-disruption-budget'] }))).toEqual([]);
    const after = project.snapshot();
    const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
    expect(changed.filter((path) => path !== '.operator-gen/scaffold.json')).toEqual(['PROJECT']);
    expect(changesOf(await project.check())).toEqual([]);
    const disabled = await project.settings({ disable: ['pod-disruption-budget'] });
    expect(problemsOf(disabled)).toEqual(['feature-still-included']);
    expect(project.snapshot()['PROJECT']).toBe(before['PROJECT']);
    expect(project.read('config/default/budget.yaml')).toBe(budget(selector));
  });

  it('adds a budget beside one for other Pods', async () => {
    const project = await projectWithApi();
    project.write('config/default/budget.yaml', budget('{ matchLabels: { app: database } }'));
    project.edit(kustomization, '- ../manager\n', '- ../manager\n- budget.yaml\n');
    await project.settings({ enable: ['pod-disruption-budget'] });
    expect(project.read('config/manager/kustomization.yaml')).toContain('- pod_disruption_budget.yaml\n');
  });

  it('keeps a budget that was edited, also when it is disabled and enabled again', async () => {
    const project = await projectWithApi();
    const path = 'config/manager/pod_disruption_budget.yaml';
    await project.settings({ enable: ['pod-disruption-budget'] });
    project.edit(path, 'maxUnavailable: 1', 'maxUnavailable: 50%');
    const edited = project.snapshot();
    expect(problemsOf(await project.settings({ disable: ['pod-disruption-budget'] }))).toEqual(['edited-file-kept']);
    expect(project.read('config/manager/kustomization.yaml')).not.toContain('budget');
    expect(problemsOf(await project.settings({ enable: ['pod-disruption-budget'] }))).toEqual([]);
    expect(project.snapshot()).toMatchObject({
      [path]: edited[path],
      'config/manager/kustomization.yaml': edited['config/manager/kustomization.yaml'],
    });
  });

  it('removes the line of a user from a project without the record', async () => {
    const project = await projectWithMonitoring();
    const before = project.read(kustomization);
    project.edit(kustomization, '- ../manager\n', '- ../manager\n- ../prometheus\n');
    const disabled = await project.settings({ disable: ['prometheus'] });
    expect(problemsOf(disabled)).toEqual([]);
    expect(disabled.summary).toBe('Updated the project test-operator.');
    expect(project.read(kustomization)).toBe(before);
  });

  it('keeps other keys and comments in PROJECT, and a feature that is false', async () => {
    const project = await newProject();
    const text = `${project.read('PROJECT')}plugins:\n  other.example.com/v1: { a: 1 }\n  features.operator-gen/v1:\n    networkPolicy: false # Not yet.\n`;
    project.write('PROJECT', text);
    await project.settings({ enable: ['metrics-certs'] });
    expect(project.read('PROJECT')).toContain('    metricsCerts: true\n    networkPolicy: false # Not yet.\n');
    await project.settings({ disable: ['metrics-certs'] });
    expect(project.read('PROJECT')).toBe(text);
  });

  it('is the same at init as later', async () => {
    const one = testFolder();
    await one.init({ enable: partNames() });
    const other = await newProject();
    await other.settings({ enable: partNames() });
    expect(one.snapshot()).toEqual(other.snapshot());
  });

  it('gives a minimal project what init --minimal leaves out', async () => {
    const minimal = testFolder();
    await minimal.init({ minimal: true });
    await minimal.createApi({ kind: 'WebServer' });
    const files = Object.keys(minimal.snapshot()).filter((path) => !path.endsWith('/'));
    expect(files.length).toBeLessThan(40);
    expect(files.filter((path) => /^\.github|devcontainer|AGENTS|prometheus|network-policy|editor/.test(path))).toEqual(
      [],
    );
    expect(changesOf(await minimal.check())).toEqual([]);
    const code = files.filter((path) => /\.[jt]s$/.test(path)).map((path) => minimal.read(path).split('\n').length);
    expect(code.reduce((sum, lines) => sum + lines, 0)).toBeLessThan(300);

    expect(problemsOf(await minimal.settings({ enable: usualParts() }))).toEqual([]);
    expect(minimal.read('PROJECT')).not.toContain('features');
    const usual = await newProject();
    await usual.createApi({ kind: 'WebServer' });
    expect(minimal.snapshot()).toEqual(usual.snapshot());
    await usual.settings({ disable: usualParts() });
    expect(Object.keys(usual.snapshot()).filter((path) => !path.endsWith('/'))).toEqual(files);
  });

  it('says when only the metrics need cert-manager, whichever is set first', async () => {
    const project = await projectWithApi();
    await project.settings({ enable: ['metrics-certs'] });
    const webhook = { defaulting: true, certificates: 'self-signed' } as const;
    expect(problemsOf(await project.createWebhook(webhook))).toEqual(['cert-manager-required']);
    expect(problemsOf(await project.settings({ enable: ['prometheus'] }))).toEqual([]);
  });
});
