import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Diagnostic } from '../../../src/base/diagnostics/diagnostic.js';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { readGoCode } from '../../support/ask-helper.js';
import { goProject, lanternController, lanternCrd } from '../../support/go-project.js';
import { objectsOf } from '../../../src/base/text/yaml-objects.js';
import { problemsOf, testFolder, type TestProject } from '../../support/projects.js';

await readGoCode();

/** The messages of a code, each with its position. */
function found({ diagnostics }: Outcome, code: Diagnostic['code']): string[] {
  return diagnostics
    .filter((each) => each.code === code)
    .map(({ message, position }) => `${position?.file}:${position?.line}: ${message}`);
}

const controllerFile = 'internal/controller/lantern_controller.go';
const webhookFile = 'internal/webhook/v1/lantern_webhook.go';
const crdFile = 'config/crd/bases/light.shop.example_lanterns.yaml';
const controller = 'src/controller/lantern.controller.ts';
const webhook = 'src/webhook/v1/lantern.webhook.ts';

/** A project with another text in one of its files. */
function edited(path: string, before: string | RegExp, after: string): Record<string, string> {
  const text = goProject[path]!;
  const changed = text.replace(before, () => after);
  expect(changed, `${path} has another text now`).not.toBe(text);
  return { ...goProject, [path]: changed };
}

async function adopted(files: Readonly<Record<string, string>>): Promise<TestProject & { readonly outcome: Outcome }> {
  const project = testFolder(files);
  const outcome = await project.adopt();
  expect(outcome.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return { ...project, outcome };
}

const resourcesOf = (project: TestProject): readonly Record<string, unknown>[] =>
  (parse(project.read('PROJECT')) as { readonly resources: readonly Record<string, unknown>[] }).resources;

describe('what is invalid', () => {
  const lineOf = (path: string, text: string, files: Readonly<Record<string, string>>): number =>
    files[path]!.split('\n').findIndex((line) => line.includes(text)) + 1;

  it.each([
    ['a marker of a webhook', webhookFile, 'path=/check-lantern', 'path=no-path'],
    [
      'the second marker of a permission',
      controllerFile,
      'lanterns/status,verbs=update',
      'lanterns/status,verbs=update,namespace=No_Name',
    ],
  ])('is shown where the Go project has it: %s', async (_, path, before, after) => {
    const files = edited(path, before, after);
    const project = testFolder(files);
    const { diagnostics } = await project.adopt();
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ position }) => `${position?.file}:${position?.line}`)).toEqual(
      errors.map(() => `${path}:${lineOf(path, after, files)}`),
    );
    expect(errors.length).toBeGreaterThan(0);
  });

  it.each([
    ['version: v1', 'version: __proto__'],
    ['group: light', 'group: Not_A_Group'],
  ])('is shown where PROJECT has it: %s', async (before, after) => {
    const files = edited('PROJECT', before, after);
    const { diagnostics } = await testFolder(files).adopt({ dryRun: true });
    const names = diagnostics.filter(({ code }) => code === 'invalid-name');
    expect(names.map(({ position }) => `${position?.file}:${position?.line}`)).toEqual([
      `PROJECT:${lineOf('PROJECT', after, files)}`,
    ]);
  });

  it('is shown where a definition has it', async () => {
    const files = edited(crdFile, 'singular: lantern', 'singular: Not A Name');
    const { diagnostics } = await testFolder(files).adopt({ dryRun: true });
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ position }) => `${position?.file}:${position?.line}`)).toEqual([
      `${crdFile}:${lineOf(crdFile, 'Not A Name', files)}`,
    ]);
  });
});

describe('PROJECT of other tools', () => {
  it.each([
    ['version 2', 'version: "2"\n'],
    ['version 3 without a layout', 'version: "3"\n'],
  ])('of %s lists the kinds, and the code has their controllers and webhooks', async (_, version) => {
    const PROJECT = `domain: shop.example\nresources:\n- group: light\n  kind: Lantern\n  version: v1\n${version}`;
    const project = await adopted({ ...goProject, PROJECT });
    expect(resourcesOf(project)).toMatchObject([
      { group: 'light', kind: 'Lantern', controller: true, webhooks: { validation: true } },
    ]);
    expect(project.read(controller)).toContain('.owns(Deployment)');
  });

  it.each(['helm', 'ansible'])('of operator-sdk for %s has a controller for each kind', async (tool) => {
    const runs = tool === 'helm' ? 'chart: charts/lantern' : 'role: lantern';
    const { [controllerFile]: _, [webhookFile]: __, 'cmd/main.go': ___, ...files } = goProject;
    const PROJECT = goProject['PROJECT']!.replace('go.kubebuilder.io/v4', `${tool}.sdk.operatorframework.io/v1`)
      .replace('  controller: true\n', '')
      .replace(/  webhooks:\n(?: {4}.*\n)+/, '');
    const watches = `- group: light.shop.example\n  version: v1\n  kind: Lantern\n  ${runs}\n`;
    const project = await adopted({ ...files, PROJECT, 'watches.yaml': watches });
    expect(project.read(controller)).toContain("resources: ['deployments']");
    expect(found(project.outcome, 'not-carried-over')).toContain(
      `watches.yaml:3: not carried over: the ${runs.replace(': ', ' ')} for Lantern`,
    );
    expect(problemsOf(project.outcome)).not.toContain('generated-differs');
  });

  it('with another group than the definition gets that of the definition', async () => {
    const project = await adopted(edited('PROJECT', 'group: light', 'group: lamps'));
    expect(resourcesOf(project)).toMatchObject([{ group: 'light', kind: 'Lantern', controller: true }]);
    expect(found(project.outcome, 'go-project-group')).toEqual([
      'PROJECT:15: PROJECT lists Lantern in the group lamps.shop.example, but its definition has light.shop.example',
    ]);
    expect(project.read(controller)).toContain('.owns(Deployment)');
  });
});

describe('code that PROJECT does not list', () => {
  const silent = edited('PROJECT', /  controller: true\n|  webhooks:\n(?: {4}.*\n)+/g, '');

  it('gets its controllers and webhooks', async () => {
    const project = await adopted({
      ...silent,
      PROJECT: silent['PROJECT']!.replace('  controller: true\n', '').replace(/  webhooks:\n(?: {4}.*\n)+/, ''),
    });
    expect(resourcesOf(project)).toMatchObject([{ controller: true, webhooks: { validation: true } }]);
    expect(project.read(webhook)).toContain("name: 'vlantern.shop.example',");
  });

  it('gets a second controller of a kind, with the name of its reconciler', async () => {
    const second = lanternController
      .replaceAll('LanternReconciler', 'LanternDimmerReconciler')
      .replace('Named("lantern-lighter").', '')
      .replaceAll(/.*\+kubebuilder:rbac.*\n/g, '');
    const project = await adopted({ ...goProject, 'internal/controller/dimmer.go': second });
    expect(project.read('src/controller/lantern-dimmer.controller.ts')).toContain('.owns(Deployment)');
    expect(project.read(controller)).toContain(".named('lantern-lighter')");
  });

  it('gets a webhook of a kind of Kubernetes', async () => {
    const marker =
      '// +kubebuilder:webhook:path=/mutate-pods,mutating=true,failurePolicy=fail,sideEffects=None,groups="",resources=pods,verbs=create,versions=v1,name=mpod.shop.example,admissionReviewVersions=v1\n';
    const project = await adopted(edited(webhookFile, 'type LanternValidator', `${marker}\ntype LanternValidator`));
    expect(project.read('src/webhook/v1/pod.webhook.ts')).toContain("path: '/mutate-pods',");
    expect(project.read('config/webhook/manifests.yaml')).toContain('mpod.shop.example');
  });

  it('is not the operator in folders of tests, examples and tools', async () => {
    const other = lanternController.replace('Named("lantern-lighter")', 'Named("other")');
    const paths = ['test/e2e/main.go', 'hack/tool/main.go', 'examples/one/main.go'];
    const files = Object.fromEntries(paths.map((path) => [path, other]));
    const { outcome } = await adopted({ ...goProject, ...files });
    expect(outcome.diagnostics.filter(({ position }) => paths.includes(position?.file ?? ''))).toEqual([]);
  });
});

describe('controllers that are not built with a builder', () => {
  const setup = /func \(r \*LanternReconciler\) SetupWithManager[^]*/;
  const raw = edited(
    controllerFile,
    setup,
    `func (r *LanternReconciler) SetupWithManager(mgr ctrl.Manager) error {
	c, err := controller.New("lantern-raw", mgr, controller.Options{Reconciler: r, MaxConcurrentReconciles: 4})
	if err != nil {
		return err
	}
	if err := c.Watch(source.Kind(mgr.GetCache(), &lightv1.Lantern{}, &handler.TypedEnqueueRequestForObject[*lightv1.Lantern]{})); err != nil {
		return err
	}
	return c.Watch(source.Kind(mgr.GetCache(), &appsv1.Deployment{}, handler.TypedEnqueueRequestForOwner[*appsv1.Deployment](mgr.GetScheme(), mgr.GetRESTMapper(), &lightv1.Lantern{}, handler.OnlyControllerOwner())))
}
`,
  );

  it('are carried over with their names, options and watches', async () => {
    const project = await adopted(raw);
    const text = project.read(controller);
    for (const part of [".named('lantern-raw')", '.owns(Deployment)', 'maxConcurrentReconciles: 4'])
      expect(text).toContain(part);
    expect(text).toContain('To be ported: (*LanternReconciler).Reconcile in');
    expect(found(project.outcome, 'not-carried-over').join()).toContain(
      ':26: not carried over: the logic of LanternReconciler',
    );
  });

  it('are listed if nothing builds them, and their permissions are at the controller of their kind', async () => {
    const second = lanternCrd({ kind: 'Candle', plural: 'candles' });
    const resource = goProject['PROJECT']!.slice(goProject['PROJECT']!.indexOf('- api'))
      .replace('Lantern', 'Candle')
      .replace(/  webhooks[^]*/, '');
    const project = await adopted({
      ...edited(controllerFile, setup, ''),
      PROJECT: goProject['PROJECT']!.replace('- api:', `${resource}- api:`),
      'config/crd/bases/light.shop.example_candles.yaml': second,
      'internal/other.go':
        'package internal\n\nfunc (r *Sweeper) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {\n}\n',
    });
    expect(project.read(controller)).toContain("resources: ['secrets']");
    expect(project.read(controller)).toContain('To be ported: (*LanternReconciler).Reconcile in');
    const items = found(project.outcome, 'not-carried-over').map((each) => each.replace('not carried over: ', ''));
    for (const item of [
      'PROJECT:15: the controller candle of Candle in PROJECT',
      'internal/controller/lantern_controller.go:26: the registration of LanternReconciler',
      'internal/controller/lantern_controller.go:26: the logic of LanternReconciler',
      'internal/other.go:3: the logic of Sweeper',
    ])
      expect(items).toContain(item);
  });
});

describe('a group that is not a literal', () => {
  const groupFile = 'api/v1/groupversion_info.go';
  const literal = /schema.GroupVersion{.*/;
  const computed = edited(groupFile, literal, 'groupVersion()');
  const cases: Record<string, Record<string, string>> = {
    constants: edited(
      groupFile,
      literal,
      'schema.GroupVersion{Group: Group, Version: Version}\n\nconst (\n\tGroup = "light." + domain\n\tdomain string = "shop.example"\n\tVersion = "v1"\n)',
    ),
    'a constant of another package': {
      ...edited(
        groupFile,
        /import.*\n\nvar GroupVersion.*/,
        'import (\n\t"example.com/lantern/api"\n\t"k8s.io/apimachinery/pkg/runtime/schema"\n)\n\nvar GroupVersion = schema.GroupVersion{api.Group, "v1"}',
      ),
      'api/group.go': 'package api\n\nconst Group = "light.shop.example"\n',
    },
    'a marker of the package': {
      ...computed,
      [groupFile]: `// +groupName=light.shop.example\n${computed[groupFile]!}`,
    },
    'the result of a function': computed,
  };

  it.each(Object.keys(cases))('is read from %s, also for a controller that PROJECT has no path for', async (name) => {
    const files = cases[name]!;
    for (const PROJECT of [/  path: .*\n/, /  controller: true\n|  path: .*\n/g]) {
      const project = await adopted({ ...files, PROJECT: files['PROJECT']!.replaceAll(new RegExp(PROJECT, 'g'), '') });
      expect(project.read(controller)).toContain('.owns(Deployment)');
      expect(found(project.outcome, 'not-carried-over').join()).not.toContain('a controller of');
    }
  });
});

describe('webhooks in config/webhook/manifests.yaml', () => {
  const manifest = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: lantern-policies
webhooks:
- name: vlantern.shop.example
  admissionReviewVersions: [v1]
  clientConfig:
    service: {name: webhook-service, namespace: system, path: /check-lantern}
  failurePolicy: Ignore
  namespaceSelector:
    matchLabels: {light: "on"}
  rules:
  - apiGroups: [light.shop.example]
    apiVersions: [v1]
    operations: [CREATE, DELETE]
    resources: [lanterns]
  sideEffects: None
  timeoutSeconds: 3
`;
  const files = {
    ...edited(webhookFile, /.*\+kubebuilder:webhook.*\n/, ''),
    'config/webhook/manifests.yaml': manifest,
  };

  it('are taken from there if no marker has them, with their selectors and the name of their object', async () => {
    const project = await adopted(files);
    const text = project.read(webhook);
    for (const part of [
      "@WebhookConfiguration({ mutating: false, name: 'lantern-policies' })",
      "verbs: ['create', 'delete'],",
      "namespaceSelector: { matchLabels: { light: 'on' } },",
      'timeoutSeconds: 3,',
    ])
      expect(text).toContain(part);
    expect(problemsOf(project.outcome)).not.toContain('generated-differs');
  });
});

describe('conversions of Go types', () => {
  it('are found by their methods, without an entry in PROJECT', async () => {
    const [, version = ''] = /(  - name: v1\n[^]*)$/.exec(lanternCrd()) ?? [];
    const other = version.replace('v1', 'v2').replace('storage: true', 'storage: false');
    const project = await adopted({
      ...goProject,
      [crdFile]: `${lanternCrd()}${other}`,
      'api/v1/conversion.go': 'package v1\n\nfunc (*Lantern) Hub() {}\n',
      'api/v2/conversion.go':
        'package v2\n\nimport "k8s.io/apimachinery/pkg/runtime/schema"\n\nvar GroupVersion = schema.GroupVersion{Group: "light.shop.example", Version: "v2"}\n\nfunc (l *Lantern) ConvertTo(to conversion.Hub) error {\n\treturn nil\n}\n',
    });
    expect(resourcesOf(project)).toMatchObject([
      { version: 'v1', webhooks: { conversion: true, spoke: ['v2'], validation: true } },
      { version: 'v2' },
    ]);
    expect(project.read('src/webhook/v2/lantern.conversion.ts')).toContain('convertTo');
  });
});

describe('conversions that are not methods of types', () => {
  const [, version = ''] = /(  - name: v1\n[^]*)$/.exec(lanternCrd()) ?? [];
  const versionOf = (name: string): string => version.replace('v1', name).replace('storage: true', 'storage: false');
  const groupVersion = (name: string): string =>
    `package ${name}\n\nimport "k8s.io/apimachinery/pkg/runtime/schema"\n\nvar GroupVersion = schema.GroupVersion{Group: "light.shop.example", Version: "${name}"}\n`;
  const versions = {
    ...goProject,
    [crdFile]: `${lanternCrd()}${versionOf('v2')}`,
    'api/v2/groupversion_info.go': groupVersion('v2'),
  };
  const setup = (body: string): string => `package v1

import (
	"sigs.k8s.io/controller-runtime/pkg/webhook/conversion"

	lightv1 "example.com/lantern/api/v1"
	lightv2 "example.com/lantern/api/v2"
)

${body}
`;
  const hubAndSpoke =
    'conversion.NewHubSpokeConverter(&lightv2.Lantern{}, conversion.NewSpokeConverter(&lightv1.Lantern{}, toSpoke, fromSpoke))';
  const path = 'internal/webhook/setup.go';

  it('are converters that webhooks are built with', async () => {
    const text = setup(`func Setup(mgr ctrl.Manager) error {
	return ctrl.NewWebhookManagedBy(mgr, &lightv1.Lantern{}).WithConverter(${hubAndSpoke}).Complete()
}`);
    const project = await adopted({ ...versions, [path]: text });
    expect(resourcesOf(project)).toMatchObject([
      { version: 'v1' },
      { version: 'v2', webhooks: { conversion: true, spoke: ['v1'] } },
    ]);
    expect(project.read('src/webhook/v1/lantern.conversion.ts')).toContain('convertTo');
    const items = found(project.outcome, 'not-carried-over').filter((each) => /conversion|converter/.test(each));
    expect(items).toEqual(
      ['toSpoke', 'fromSpoke'].map((name) => `${path}:11: not carried over: the conversion ${name}`),
    );
  });

  it('are converters of another package, or ones that cannot be read', async () => {
    const registered = setup(`func Setup(mgr ctrl.Manager) error {
	return ctrl.NewWebhookManagedBy(mgr).For(&lightv2.Lantern{}).WithConverter(converters.Lantern).Complete()
}`);
    for (const other of [{ 'internal/converters/lantern.go': setup(`var Lantern = ${hubAndSpoke}`) }, {}]) {
      const project = await adopted({ ...versions, [path]: registered, ...other });
      expect(resourcesOf(project)).toMatchObject([
        { version: 'v1' },
        { webhooks: { conversion: true, spoke: ['v1'] } },
      ]);
      const items = found(project.outcome, 'not-carried-over').join('\n');
      expect(items).toContain(`${path}:11: not carried over: the converter converters.Lantern`);
      expect(items.includes('the conversion toSpoke')).toBe('internal/converters/lantern.go' in other);
    }
  });

  const patch = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: lanterns.light.shop.example
spec:
  conversion:
    strategy: Webhook
    webhook:
      clientConfig: {service: {namespace: system, name: webhook-service, path: /convert}}
      conversionReviewVersions: [v1]
`;
  const patched = (kustomization: string): Record<string, string> => ({
    'config/crd/patches/webhook_in_lanterns.yaml': patch,
    'config/crd/kustomization.yaml': `resources:\n- bases/light.shop.example_lanterns.yaml\n${kustomization}`,
  });
  const listedPatch = 'patches:\n- path: patches/webhook_in_lanterns.yaml\n';

  it('are only in config/: the stored version is the hub, and the report says that there is no code', async () => {
    const project = await adopted({ ...versions, ...patched(listedPatch) });
    expect(resourcesOf(project)).toMatchObject([
      { version: 'v1', webhooks: { conversion: true, spoke: ['v2'] } },
      { version: 'v2' },
    ]);
    expect(found(project.outcome, 'not-carried-over')).toContain(
      'config/crd/patches/webhook_in_lanterns.yaml:1: not carried over: the conversion webhook of Lantern',
    );
  });

  it('are not in a patch that nothing lists, and that of a single version is in the report', async () => {
    const unlisted = await adopted({ ...versions, ...patched('') });
    expect(resourcesOf(unlisted)).toMatchObject([{ webhooks: { validation: true } }, {}]);
    expect(unlisted.read('PROJECT')).not.toContain('conversion');
    const { outcome } = await adopted({ ...goProject, ...patched(listedPatch) });
    expect(found(outcome, 'not-carried-over').join()).toContain('the conversion webhook of Lantern');
  });
});

describe('the program of a Go project', () => {
  const main = (options: string): Record<string, string> =>
    edited(
      'cmd/main.go',
      /\tmgr, err := [^]*?\}\)\n/,
      `	flag.StringVar(&lease, "lease-name", "lantern-lease", "The name of the Lease.")\n${options}\n	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), options)\n`,
    );
  const options =
    '	options := ctrl.Options{LeaderElectionID: lease, LeaseDuration: &duration}\n	options.Cache = namespaces()';

  it('has the Lease of the default of a flag, or of the argument in config/', async () => {
    const project = await adopted(main(options));
    expect(project.read('src/main.ts')).toContain("leaderElectionId: 'lantern-lease'");
    expect(found(project.outcome, 'not-carried-over').join()).not.toContain('the name of a Lease');
    const path = 'config/manager/manager.yaml';
    const given = await adopted({
      ...main(options),
      [path]: goProject[path]!.replace('--leader-elect', '--lease-name=other-lease'),
    });
    expect(given.read('src/main.ts')).toContain("leaderElectionId: 'other-lease'");
  });

  it('has options of the manager in a variable, which are listed', async () => {
    const { outcome } = await adopted(main(options));
    expect(found(outcome, 'not-carried-over').filter((each) => each.includes('cmd/main.go'))).toEqual(
      [
        ...['11: not carried over: the flag --color', '12: not carried over: the flag --lease-name'],
        ...['13: not carried over: the option LeaseDuration of', '14: not carried over: the option Cache of'].map(
          (each) => `${each} the manager`,
        ),
      ].map((each) => `cmd/main.go:${each}`),
    );
  });
});

describe('permissions', () => {
  const roleFile = 'config/rbac/role.yaml';

  it('stay in the role that the bindings of config/ name', async () => {
    const project = await adopted(edited(roleFile, 'name: manager-role', 'name: lantern-role'));
    expect(project.read(roleFile)).toContain('name: lantern-role');
    expect(problemsOf(project.outcome)).not.toContain('generated-differs');
  });

  it('have the name in the Makefile if no role has one, and those of a namespace are in its role', async () => {
    const { [roleFile]: _, ...files } = edited(
      controllerFile,
      'groups="",resources=secrets',
      'groups="",namespace=lanterns,resources=secrets',
    );
    const Makefile = 'manifests:\n\tcontroller-gen rbac:roleName=lantern-role crd webhook paths=./...\n';
    const project = await adopted({ ...files, Makefile });
    const names = objectsOf(project.read(roleFile)).map(({ kind, metadata }) => ({ kind, metadata }));
    expect(names).toEqual([
      { kind: 'ClusterRole', metadata: { name: 'lantern-role' } },
      { kind: 'Role', metadata: { name: 'lantern-role', namespace: 'lanterns' } },
    ]);
    expect(objectsOf(project.read('config/rbac/role_binding.yaml'))).toMatchObject([
      { kind: 'ClusterRoleBinding', roleRef: { kind: 'ClusterRole', name: 'lantern-role' } },
    ]);
  });

  it('are equal however the rules of a role are grouped', async () => {
    const rules = /rules:[^]*/.exec(goProject[roleFile]!)![0];
    const split = rules.replace(
      '  - secrets\n  verbs:\n  - get\n',
      '  - secrets\n  verbs:\n  - get\n- apiGroups:\n  - ""\n  resources:\n  - secrets\n  verbs:\n',
    );
    const { outcome } = await adopted(edited(roleFile, rules, split));
    expect(problemsOf(outcome)).not.toContain('generated-differs');
  });

  it('that the runtime requires are added, and listed', async () => {
    const project = await adopted(edited(controllerFile, 'secrets,verbs=get;list;watch', 'secrets,verbs=list;watch'));
    expect(found(project.outcome, 'permission-added')).toEqual([
      'src/controller/lantern.controller.ts:53: src/controller/lantern.controller.ts has another permission than the Go operator: get on secrets',
    ]);
    const check = await project.check();
    expect(check.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('of a marker whose list ends with a separator have no empty verb', async () => {
    const project = await adopted(
      edited(controllerFile, 'secrets,verbs=get;list;watch', 'secrets,verbs=get;list;watch;'),
    );
    expect(project.read(controller)).toContain("resources: ['secrets'], verbs: ['get', 'list', 'watch'] })");
  });
});

describe('markers of webhooks', () => {
  const fields =
    'path=/check-lantern,mutating=false,groups=light.shop.example,resources=lanterns,versions=v1,name=vlantern.shop.example';
  const marked = (more: string): Record<string, string> =>
    edited(webhookFile, /\/\/ \+kubebuilder:webhook.*/, `// +kubebuilder:webhook:${more},${fields}`);

  it('have lists in braces, versions of objects, quotes and separators', async () => {
    const project = await adopted(
      marked(
        'webhookVersions={v1},admissionReviewVersions={v1,v1beta1},verbs={create,"update"},failurePolicy=ignore,sideEffects="None"',
      ),
    );
    const text = project.read(webhook);
    for (const part of [
      "admissionReviewVersions: ['v1', 'v1beta1'],",
      "verbs: ['create', 'update'],",
      "failurePolicy: 'Ignore',",
      "name: 'vlantern.shop.example',",
    ])
      expect(text).toContain(part);
    expect(found(project.outcome, 'not-carried-over').join()).not.toContain('webhookVersions');
  });

  it('keep what can be read of them, with the defaults of the API server, and the rest is listed', async () => {
    const project = await adopted(marked('verbs=create,unknown=1,sideEffects=Some'));
    const text = project.read(webhook);
    for (const part of ["name: 'vlantern.shop.example',", "failurePolicy: 'Fail',", "verbs: ['create'],"])
      expect(text).toContain(part);
    const items = found(project.outcome, 'not-carried-over').join('\n');
    expect(items).toContain('not carried over: unknown=1 of the marker');
    expect(items).toContain('not carried over: sideEffects=Some of the marker');
  });

  it('of one kind and one path are all at its class', async () => {
    const more = (changes: string): string => {
      const [marker = ''] = /\/\/ \+kubebuilder:webhook:.*\n/.exec(goProject[webhookFile]!) ?? [];
      return marker.replace('verbs=create', 'verbs=delete').replace(/name=v\w+/, `name=${changes}`);
    };
    const elsewhere = more('gone').replace('/check-lantern', '/check-gone');
    const before = '\ntype LanternValidator';
    const project = await adopted(edited(webhookFile, before, `${more('removed')}${elsewhere}${before}`));
    const [manifest] = objectsOf(project.read('config/webhook/manifests.yaml'));
    expect(manifest!['webhooks']).toMatchObject([
      { name: 'removed.shop.example', rules: [{ operations: ['DELETE'] }] },
      { name: 'vlantern.shop.example', rules: [{ operations: ['CREATE'] }] },
    ]);
    const items = found(project.outcome, 'not-carried-over').filter((each) => each.includes('+kubebuilder:webhook'));
    expect(items).toEqual([expect.stringContaining('path=/check-gone')]);
  });

  it('for a version that the kind does not have are at the class of another one, and listed', async () => {
    const project = await adopted(edited(webhookFile, 'versions=v1,name', 'versions=v1beta1,name'));
    expect(resourcesOf(project)).toMatchObject([{ version: 'v1', webhooks: { validation: true } }]);
    expect(project.read(webhook)).toContain("versions: ['v1beta1', 'v1'],");
    expect(objectsOf(project.read('config/webhook/manifests.yaml'))[0]!['webhooks']).toMatchObject([
      { name: 'vlantern.shop.example', rules: [{ apiVersions: ['v1beta1', 'v1'] }] },
    ]);
    const items = found(project.outcome, 'not-carried-over').filter((each) => each.includes('versions of the marker'));
    expect(items).toHaveLength(1);
  });

  it('that cannot be read are listed', async () => {
    const { outcome } = await adopted(marked('verbs={create'));
    expect(found(outcome, 'not-carried-over').join()).toContain('the marker +kubebuilder:webhook:verbs={create');
  });

  it('decide which webhooks there are, and not PROJECT', async () => {
    const project = await adopted(
      edited('PROJECT', '    validation: true\n', '    defaulting: true\n    validation: true\n'),
    );
    expect(project.read('config/webhook/manifests.yaml')).not.toContain('MutatingWebhookConfiguration');
    expect(found(project.outcome, 'not-carried-over').join()).toContain('the defaulting webhook of Lantern in PROJECT');
  });

  it('decide at which version of a kind they are, and a difference of the manifest names its webhook', async () => {
    const [, version = ''] = /(  - name: v1\n[^]*)$/.exec(lanternCrd()) ?? [];
    const second = version.replace('v1', 'v2').replace('storage: true', 'storage: false');
    const manifest = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: validating-webhook-configuration
webhooks:
- name: vlantern.shop.example
  admissionReviewVersions: [v1]
  clientConfig: {service: {name: webhook-service, namespace: system, path: /check-lantern}}
  failurePolicy: Fail
  rules:
  - {apiGroups: [light.shop.example], apiVersions: [v2], operations: [CREATE], resources: [lanterns]}
  sideEffects: None
`;
    const project = await adopted({
      ...edited(webhookFile, 'versions=v1,name', 'versions=v2,name'),
      [crdFile]: lanternCrd() + second,
      'config/webhook/manifests.yaml': manifest,
    });
    const listed = resourcesOf(project).map((each) => [each['version'], each['webhooks']]);
    expect(listed).toMatchObject([
      ['v1', undefined],
      ['v2', { validation: true }],
    ]);
    const items = found(project.outcome, 'not-carried-over').join();
    expect(items).toContain('the validation webhook of Lantern in PROJECT');
    const differs = project.outcome.diagnostics.filter(({ code }) => code === 'generated-differs');
    expect(differs.map(({ help }) => help).join()).toContain(
      'webhooks.vlantern.shop.example.failurePolicy ("Fail", here "Ignore")',
    );
  });

  const entry = (more: string): string =>
    `- api: {crdVersion: v1, namespaced: true}\n  domain: shop.example\n  group: light\n  kind: Lantern\n  path: example.com/lantern/api/v2\n  version: v2\n  webhooks: {validation: true, webhookVersion: v1${more}}\n`;
  it.each<readonly [what: string, path: string, entry: string, at: string]>([
    ['the first one', '/check-lantern', entry(''), 'v1'],
    ['the one of its path', '/validate-light-shop-example-v2-lantern', entry(''), 'v2'],
    ['the one to which the other one is converted', '/check-lantern', entry(', conversion: true, spoke: [v1]'), 'v2'],
    ['the one that PROJECT has a webhook of', '/check-lantern', '', 'v1'],
  ])('for several versions are once, at the class of %s', async (_what, path, more, at) => {
    const [, version = ''] = /(  - name: v1\n[^]*)$/.exec(lanternCrd()) ?? [];
    const second = version.replace('v1', 'v2').replace('storage: true', 'storage: false');
    const project = await adopted({
      PROJECT: goProject['PROJECT']!.replace('version: "3"', `${more}version: "3"`),
      [webhookFile]: goProject[webhookFile]!.replace('versions=v1,name', 'versions=v1;v2,name').replace(
        'path=/check-lantern',
        `path=${path}`,
      ),
      [crdFile]: lanternCrd() + second,
    });
    const listed = resourcesOf(project).filter((each) => Object(each['webhooks']).validation);
    expect(listed.map((each) => each['version'])).toEqual([at]);
    const [manifest] = objectsOf(project.read('config/webhook/manifests.yaml'));
    expect(manifest!['webhooks']).toMatchObject([
      { name: 'vlantern.shop.example', clientConfig: { service: { path } }, rules: [{ apiVersions: ['v1', 'v2'] }] },
    ]);
    expect(found(project.outcome, 'not-carried-over').join()).not.toContain('the validation webhook of Lantern');
  });

  it('for several versions of a kind of Kubernetes are once', async () => {
    const scaler =
      '// +kubebuilder:webhook:path=/check-scaler,mutating=false,failurePolicy=ignore,sideEffects=None,groups=autoscaling,resources=horizontalpodautoscalers,verbs=create,versions=v1;v2,name=vscaler.shop.example,admissionReviewVersions=v1\n';
    const project = await adopted(edited(webhookFile, '\ntype LanternValidator', `${scaler}\ntype LanternValidator`));
    const [manifest] = objectsOf(project.read('config/webhook/manifests.yaml'));
    expect(manifest!['webhooks']).toMatchObject([
      { name: 'vlantern.shop.example' },
      { name: 'vscaler.shop.example', rules: [{ apiVersions: ['v1', 'v2'] }] },
    ]);
  });
});

describe('markers for the console of OLM', () => {
  const types = 'api/v1/lantern_types.go';
  const marked = `package v1

type LanternSpec struct {
	// How bright it is.
	//+operator-sdk:csv:customresourcedefinitions:type=spec,displayName="Light, \\"bright\\"",xDescriptors={"urn:alm:descriptor:com.tectonic.ui:number","urn:alm:descriptor:io.kubernetes:custom"},order=2
	Brightness int32 \`json:"brightness"\`
}

type LanternStatus struct {
	// +operator-sdk:csv:customresourcedefinitions:type=status
	Lit bool \`json:"lit,omitempty"\`
}

// +operator-sdk:csv:customresourcedefinitions:displayName="Lantern App",resources={{Deployment,apps/v1,lantern},{Pod,v1,""}},order=1
type Lantern struct{}

// +operator-sdk:csv:customresourcedefinitions:resources={{Deployment
type Other struct{}
`;

  it('are listed with the decorators to write, which the types accept', async () => {
    const project = await adopted({ ...goProject, [types]: marked });
    const items = project.outcome.diagnostics.filter(
      ({ code, position }) => code === 'not-carried-over' && position?.file === types,
    );
    const decorators = items.map(({ help }) => /@\w+\(.*\)/.exec(help ?? '')?.[0]);
    expect(items.map(({ position }) => position?.line)).toEqual([5, 10, 14, 17]);
    expect(decorators).toEqual([
      '@Csv({ "displayName": "Light, \\"bright\\"", "order": 2, "descriptors": ["urn:alm:descriptor:com.tectonic.ui:number", "urn:alm:descriptor:io.kubernetes:custom"] })',
      '@Csv({})',
      '@CsvKind({ "displayName": "Lantern App", "order": 1, "resources": [{ "kind": "Deployment", "version": "apps/v1", "name": "lantern" }, { "kind": "Pod", "version": "v1" }] })',
      undefined,
    ]);
    const made = 'src/api/v1/lantern.types.ts';
    project.edit(made, '  brightness', `  ${decorators[0]!}\n  brightness`);
    project.edit(made, 'export class Lantern ', `${decorators[2]!}\nexport class Lantern `);
    project.edit(made, 'import {', 'import { Csv, CsvKind,');
    const { diagnostics } = await project.manifests();
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
