import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { readGoCode } from '../../support/ask-helper.js';
import { goProject, lanternCrd } from '../../support/go-project.js';
import { testFolder, type TestProject } from '../../support/projects.js';

await readGoCode();

type Files = Readonly<Record<string, string>>;

const crdFile = 'config/crd/bases/light.shop.example_lanterns.yaml';
const [, version = ''] = /(  - name: v1\n[^]*)$/.exec(lanternCrd()) ?? [];
const entry = /^- api:\n[^]*?  version: v1\n/m.exec(goProject['PROJECT']!)![0];

async function adopted(files: Files): Promise<TestProject & { readonly outcome: Outcome }> {
  const project = testFolder(files);
  const outcome = await project.adopt();
  expect(outcome.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return { ...project, outcome };
}

const leftBehind = ({ diagnostics }: Outcome): readonly string[] =>
  diagnostics.filter(({ code }) => code === 'not-carried-over').map(({ message }) => message);

const resourcesOf = (project: TestProject): readonly Record<string, unknown>[] =>
  (parse(project.read('PROJECT')) as { readonly resources: readonly Record<string, unknown>[] }).resources;

describe('a kind whose controller PROJECT lists at two versions', () => {
  const listed = (text: string): string =>
    text.replace(entry, () => entry + entry.replace('api/v1', 'api/v2').replace('version: v1', 'version: v2'));
  const stored = version.replace('v1', 'v2');
  const notStored = lanternCrd().replace('storage: true', 'storage: false');
  const files = { ...goProject, PROJECT: listed(goProject['PROJECT']!), [crdFile]: notStored + stored };
  const withoutCode = Object.fromEntries(Object.entries(files).filter(([path]) => !path.endsWith('.go')));

  it.each<[string, Files, string]>([
    ['that the Go code reconciles', files, 'v1'],
    ['that is stored', withoutCode, 'v2'],
  ])('has one at the version %s', async (_, tree, expected) => {
    const project = await adopted(tree);
    const withController = resourcesOf(project).filter(({ controller }) => controller === true);
    expect(withController.map((each) => each['version'])).toEqual([expected]);
    const other = expected === 'v1' ? 'v2' : 'v1';
    expect(leftBehind(project.outcome)).toContain(
      `not carried over: the controller of Lantern of light.shop.example/${other} in PROJECT`,
    );
  });
});

it.each([
  ['of the domain of the project', (text: string) => text],
  ['of another domain', (text: string) => text.replace('domain: shop.example', 'domain: other.example')],
  ['of a project without a domain', (text: string) => text.replace('domain: shop.example\n', '')],
])('an entry without a domain has the group that it names: %s', async (_what, edit) => {
  const own = entry.replace(/^  domain: .*\n/m, '').replace(/^  group: .*$/m, '  group: light.shop.example');
  const text = edit(goProject['PROJECT']!).replace(/^- api:\n[^]*?  version: v1\n/m, () => own);
  const project = await adopted({ ...goProject, PROJECT: text });
  expect(
    Object.keys(project.snapshot()).filter(
      (path) => path.startsWith('config/crd/bases/') && path !== 'config/crd/bases/',
    ),
  ).toEqual([crdFile]);
  expect(project.read('src/api/v1/group-version.ts')).toContain("'light.shop.example'");
});

it('kinds of the same name in two groups get folders for groups', async () => {
  const other = entry.replace('group: light', 'group: sea').replace('api/v1', 'api/sea/v1');
  const project = await adopted({
    ...goProject,
    PROJECT: goProject['PROJECT']!.replace(entry, () => entry + other),
    'config/crd/bases/sea.shop.example_lanterns.yaml': lanternCrd({ group: 'sea.shop.example' }),
  });
  expect(parse(project.read('PROJECT'))).toMatchObject({ multigroup: true });
  expect(project.read('src/controller/sea/lantern.controller.ts')).toContain('Lantern');
});

it('an entry of version 3 with the names of a kind alone has the types of its definition, wherever that is', async () => {
  const { [crdFile]: definition, ...others } = goProject;
  const named = '- group: light\n  kind: Lantern\n  version: v1\n';
  const PROJECT = goProject['PROJECT']!.replace(/^resources:[^]*(?=^version:)/m, () => `resources:\n${named}`)
    .replace('- go.kubebuilder.io/v4', 'go.kubebuilder.io/v2')
    .replace('layout:\n', 'layout: ');
  const project = await adopted({ ...others, PROJECT, 'pkg/resources/config/crd/bases/lanterns.yaml': definition! });
  expect(resourcesOf(project)).toMatchObject([{ api: { namespaced: true }, domain: 'shop.example', kind: 'Lantern' }]);
  expect(project.read('src/api/v1/lantern.types.ts')).toContain('brightness!: Int32;');
});

describe('in config/crd', () => {
  it('patches of kustomize are not definitions, whatever their version is', async () => {
    const patch = `apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata:
  name: lanterns.light.shop.example
`;
    const conversion = `${patch}spec:\n  conversion:\n    strategy: Webhook\n`;
    const project = await adopted({
      ...goProject,
      'config/crd/patches/cainjection_in_lanterns.yaml': patch,
      'config/crd/patches/webhook_in_lanterns.yaml': conversion,
      'config/crd/patches/operations.yaml': '- op: add\n  path: /spec/x\n  value: CustomResourceDefinition\n',
    });
    expect(resourcesOf(project)).toMatchObject([{ kind: 'Lantern' }]);
  });
});

it('a target that the Makefile has in several branches is reported once', async () => {
  const Makefile = 'ifdef X\npolish: a\nelse\npolish: b\nendif\n';
  const { outcome } = await adopted({ ...goProject, Makefile });
  expect(leftBehind(outcome).filter((each) => each.includes('polish'))).toEqual([
    'not carried over: the target polish of the Makefile',
  ]);
});

it('the test of a controller creates one object of a sample that has several', async () => {
  const sample = 'config/samples/light_v1_lantern.yaml';
  const secret = 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: wick\n---\n';
  const project = await adopted({ ...goProject, [sample]: secret + goProject[sample]! });
  const copy = 'config/external/light_v1_lantern.yaml';
  expect(parse(project.read(copy))).toEqual(parse(goProject[sample]!));
  const test = project.read('src/controller/lantern.controller.test.ts');
  expect(test).toContain(`'${copy}'`);
  expect(test).not.toContain(sample);
  expect(project.read(sample)).toBe(secret + goProject[sample]!);
});

describe('an entry of PROJECT', () => {
  const candle = entry.replace('kind: Lantern', 'kind: Candle');

  it.each<[what: string, text: string, lacks: string]>([
    ['without a kind', candle.replace('  kind: Candle\n', ''), 'kind'],
    ['with an empty kind', candle.replace('kind: Candle', 'kind:'), 'kind'],
    ['without a version', candle.replace('  version: v1\n', ''), 'version'],
    ['that is empty', '-\n', 'kind'],
    ['that is a text', '- Candle\n', 'kind'],
  ])('%s is left out with a warning, and the others are adopted', async (_what, text, lacks) => {
    const PROJECT = goProject['PROJECT']!.replace(entry, (own) => text + own);
    const project = await adopted({
      ...goProject,
      PROJECT,
      'config/crd/bases/light.shop.example_candles.yaml': lanternCrd({ kind: 'Candle', plural: 'candles' }),
    });
    expect(resourcesOf(project).map(({ kind, controller }) => [kind, controller])).toEqual([
      ['Lantern', true],
      ['Candle', undefined],
    ]);
    const warnings = project.outcome.diagnostics.filter(({ code }) => code === 'go-project-entry');
    expect(warnings.map(({ message, position }) => [message, position?.file])).toEqual([
      [`PROJECT lists a resource without a ${lacks}, which adopt leaves out`, 'PROJECT'],
    ]);
  });
});

describe('a kind of another module, which PROJECT lists in another group than the markers', () => {
  const controllerFile = 'internal/controller/lantern_controller.go';
  const listed = `- controller: true
  domain: ray.io
  group: ray
  kind: RayCluster
  path: example.com/lantern/internal/controller
  version: v1
`;
  const code = (markers: string): string =>
    goProject[controllerFile]!.replace('// Reconcile is not', `${markers}\n// Reconcile is not`);
  const marker = (group: string, resource = 'rayclusters'): string =>
    `// +kubebuilder:rbac:groups=${group},resources=${resource},verbs=get;list;watch\n`;
  const reconciler = `package controller

import (
	ctrl "sigs.k8s.io/controller-runtime"

	rayv1 "example.org/kuberay/apis/ray/v1"
)

type RayReconciler struct{}

func (r *RayReconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&rayv1.RayCluster{}).Complete(r)
}
`;

  it.each<[what: string, markers: string, group: string]>([
    ['has that of all permissions', marker('ray.io') + marker('ray.io', 'rayclusters/status'), 'ray.io'],
    [
      'has that of its webhook',
      '// +kubebuilder:webhook:path=/mutate-rays,mutating=true,failurePolicy=fail,sideEffects=None,groups=ray.io,resources=rayclusters,verbs=create,versions=v1,name=mray.shop.example,admissionReviewVersions=v1\n',
      'ray.io',
    ],
    ['keeps its own if the markers have several', marker('ray.io') + marker('old.ray.io'), 'ray.ray.io'],
    ['keeps its own without markers', '', 'ray.ray.io'],
  ])('%s', async (_what, markers, group) => {
    const project = await adopted({
      ...goProject,
      PROJECT: goProject['PROJECT']!.replace('resources:\n', () => `resources:\n${listed}`),
      [controllerFile]: code(markers),
      'internal/controller/ray_controller.go': reconciler,
    });
    const warnings = project.outcome.diagnostics.filter(({ code: each }) => each === 'go-marker-group');
    expect(warnings).toHaveLength(group === 'ray.io' ? 1 : 0);
    expect(Object.keys(project.snapshot())).toContain(`src/external/${group}/v1/raycluster.types.ts`);
    expect(leftBehind(project.outcome).join('\n')).not.toContain('a controller of RayCluster');
  });
});

describe('a kind that PROJECT lists twice', () => {
  const fields = (...lines: readonly string[]): string => `- ${lines.join('\n  ')}\n`;
  const builtIn = fields(
    'controller: true',
    'core: true',
    'group: apps',
    'kind: Deployment',
    'path: k8s.io/api/apps/v1',
    'version: v1',
  );
  const lantern = 'Lantern of light.shop.example/v1';

  it.each<[what: string, first: string, second: string, resource: string]>([
    ['with all that it has', entry, entry, lantern],
    [
      'with its controller alone',
      entry,
      fields('controller: true', 'domain: shop.example', 'group: light', 'kind: Lantern', 'version: v1'),
      lantern,
    ],
    [
      'with its domain in the group',
      entry,
      entry.replace('domain: shop.example', "domain: ''").replace('group: light', 'group: light.shop.example'),
      lantern,
    ],
    [
      'in two groups that it does not have',
      entry.replace('group: light', 'group: a'),
      entry.replace('group: light', 'group: b'),
      lantern,
    ],
    ['of Kubernetes', entry + builtIn, builtIn, 'Deployment of apps/v1'],
  ])('%s is an error at the second entry', async (_what, first, second, resource) => {
    const PROJECT = goProject['PROJECT']!.replace(/^- api:[^]*(?=^version:)/m, () => first + second);
    const { diagnostics } = await testFolder({ ...goProject, PROJECT }).adopt({ dryRun: true });
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    const line = PROJECT.slice(0, PROJECT.lastIndexOf('kind: ')).split('\n').length;
    expect(errors.map(({ message, position }) => [message, position?.file, position?.line])).toEqual([
      [`PROJECT lists ${resource} twice`, 'PROJECT', line],
    ]);
  });
});
