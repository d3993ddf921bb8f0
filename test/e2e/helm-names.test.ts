import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect } from 'vitest';
import { isExecutable } from '../../runtime/src/testing/environment/platform.js';
import { askHelper } from '../support/ask-helper.js';
import { few } from '../support/few.js';
import { largeProject, newProject, problemsOf, type TestProject } from '../support/projects.js';
import {
  byIdentity,
  comparable,
  objectsIn,
  renderChart,
  type Rendered,
  type Values,
} from '../support/rendered-chart.js';
import { helm, programPath } from './control-plane/programs.js';

await askHelper();

const outer = 'config/default/kustomization.yaml';
const inner = 'config/base/kustomization.yaml';

function append(project: TestProject, path: string, text: string): void {
  project.write(path, `${project.read(path)}${text}`);
}

/**
 * Puts a kustomization around config/default. It has the replacements, because kustomize would copy names without the
 * prefixes and suffixes that follow.
 */
function wrap(project: TestProject, fields: string): void {
  renameSync(join(project.root, 'config/default'), join(project.root, 'config/base'));
  const [before = '', replacements = ''] = project.read(inner).split(/^(?=replacements:)/m);
  const [own = '', others = ''] = replacements.split(/\n(?=[a-zA-Z])/);
  project.write(inner, before + others);
  project.write(outer, `resources: [../base]\n${fields}${own}`);
}

function addComponent(project: TestProject, fields: string): void {
  const header = 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n';
  project.write('config/named/kustomization.yaml', `${header}${fields}`);
  append(project, outer, 'components: [../named]\n');
}

/** Changes of names, and the beginning of the names that remain of the outermost prefix. */
const changes: readonly (readonly [string, (project: TestProject) => void, string])[] = [
  ['a suffix', (project) => append(project, outer, 'nameSuffix: -x\n'), 'test-operator'],
  ['an outer prefix and suffix', (project) => wrap(project, 'namePrefix: prod-\nnameSuffix: -y\n'), 'prod'],
  ['a prefix in a component', (project) => addComponent(project, 'namePrefix: acme-\n'), 'test-operator'],
  [
    'a suffix of the roles alone',
    (project) => append(project, 'config/rbac/kustomization.yaml', 'nameSuffix: -v2\n'),
    'test-operator',
  ],
  [
    'prefixes and suffixes at every level',
    (project) => {
      append(project, 'config/manager/kustomization.yaml', 'nameSuffix: -m\n');
      addComponent(project, 'namePrefix: a-\n');
      append(project, 'config/rbac/kustomization.yaml', 'namePrefix: metrics-\n');
      wrap(project, 'namePrefix: p-\nnameSuffix: -y\n');
    },
    'p',
  ],
];

async function selfSigned(): Promise<TestProject> {
  const project = await newProject();
  await project.createApi();
  await project.createWebhook({ defaulting: true, validation: true, certificates: 'self-signed' });
  return project;
}

async function namespaced(): Promise<TestProject> {
  const project = await newProject();
  await project.settings({ namespaced: true });
  await project.createApi();
  return project;
}

async function withAllParts(): Promise<TestProject> {
  const project = await largeProject();
  await project.settings({ enable: ['metrics-certs', 'network-policy', 'pod-disruption-budget', 'prometheus'] });
  return project;
}

const projects = [
  ['webhooks and conversions', largeProject],
  ['a certificate of the operator', selfSigned],
  ['one namespace', namespaced],
  ['all parts of the deployment', withAllParts],
] as const;

/** The names of the Secrets of cert-manager, and the name in the generated alerts, are not ones that kustomize changes. */
function withoutOwnNames(objects: readonly Rendered[], beginning: string): readonly Rendered[] {
  const text = JSON.stringify(objects.filter(({ kind }) => kind !== 'PrometheusRule'));
  return JSON.parse(
    text.replaceAll(new RegExp(`"${beginning}-((?:webhook|metrics)-server-cert)"`, 'g'), '"$1"'),
  ) as Rendered[];
}

async function kustomized({ root }: TestProject): Promise<readonly Rendered[]> {
  const { stdout } = await execa(programPath('kustomize'), ['build', 'config/default'], { cwd: root });
  return objectsIn(stdout).filter(({ kind }) => kind !== 'Namespace');
}

const render = async ({ root }: TestProject, beginning: string, values: Values = {}): Promise<readonly Rendered[]> =>
  renderChart(join(root, 'dist/chart'), { ...values, fullnameOverride: beginning });

describe.skipIf(!isExecutable(programPath(helm.name)))('the chart of a project with', { timeout: 300_000 }, () => {
  describe.each(projects)('%s and', (_, make) => {
    few(1).each(changes)('%s renders what kustomize builds', async (_name, change, beginning) => {
      const project = await make();
      await project.settings({ helm: true });
      change(project);
      expect(problemsOf(await project.manifests())).toEqual([]);
      const rendered = await render(project, beginning);
      const built = await kustomized(project);
      const normal = (objects: readonly Rendered[]): Rendered =>
        byIdentity(withoutOwnNames(objects, beginning).map(comparable));
      expect(normal(rendered)).toEqual(normal(built));
      const alerts = (objects: readonly Rendered[]): number =>
        objects.filter(({ kind }) => kind === 'PrometheusRule').length;
      expect(alerts(rendered)).toBe(alerts(built));
    });
  });
});
