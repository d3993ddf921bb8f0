import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { adopt } from '../../../src/features/adopt/run.js';
import type { Diagnostic } from '../../../src/base/diagnostics/diagnostic.js';
import { disk } from '../../../src/base/io/disk.js';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { kustomize } from '../../../src/output/kustomize/kustomize.js';
import { kindOf, nameOf } from '../../../src/base/model/kubernetes-object.js';
import { confinedHost } from '../../../src/project/project-host.js';
import { webhookNames } from '../../../src/output/emit/webhook.js';
import { readGoCode } from '../../support/ask-helper.js';
import { usualProject } from '../../support/deployed-project.js';
import { few } from '../../support/few.js';
import { goProject, lanternCrd } from '../../support/go-project.js';
import { changesOf, testFolder, type TestProject } from '../../support/projects.js';
import { temporaryFolder } from '../../support/tree.js';
import { goReader, upstreamThat } from '../../support/upstream.js';

await readGoCode();

/** The messages of a code, each with its position. */
function found({ diagnostics }: Outcome, code: Diagnostic['code']): string[] {
  return diagnostics
    .filter((each) => each.code === code)
    .map(({ message, position }) => `${position?.file}:${position?.line}: ${message}`);
}

const crd = 'config/crd/bases/light.shop.example_lanterns.yaml';
const sample = 'config/samples/light_v1_lantern.yaml';

async function adopted(files: Readonly<Record<string, string>>): Promise<TestProject & { readonly outcome: Outcome }> {
  const project = testFolder({ ...goProject, ...files });
  const outcome = await project.adopt();
  expect(outcome.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  // What adopt leaves out, no later command adds.
  expect(changesOf(await project.manifests())).toEqual([]);
  return { ...project, outcome };
}

const resourcesOf = (project: TestProject, path: string): unknown =>
  (parse(project.read(path)) as { readonly resources?: unknown }).resources;

describe('a kustomization of a Go project', () => {
  it.each([
    ['under bases', { 'config/default/kustomization.yaml': 'bases:\n- ../crd\n' }],
    [
      'through another folder',
      {
        'config/default/kustomization.yaml': 'resources: [../all]\n',
        'config/all/kustomization.yml': 'components: [../crd]\n',
      },
    ],
    [
      'from another file',
      {
        'config/default/kustomization.yaml': 'resources: [../parts/crd]\n',
        'config/parts/crd/kustomization.yaml': 'resources: [lanterns.yaml]\n',
        'config/parts/crd/lanterns.yaml': lanternCrd(),
      },
    ],
  ])('does not get definitions that it has %s', async (_, files) => {
    const project = await adopted({
      'config/crd/kustomization.yaml': `resources: [bases/${crd.split('/').at(-1)}]\n`,
      ...files,
    });
    const path = 'config/default/kustomization.yaml';
    expect(project.read(path)).toBe(files[path]);
  });

  it('gets definitions that it does not have', async () => {
    const project = await adopted({ 'config/default/kustomization.yaml': 'resources: [../rbac]\n' });
    expect(resourcesOf(project, 'config/default/kustomization.yaml')).toEqual(['../rbac', '../crd']);
    const path = 'config/default/kustomization.yaml';
    expect(found(project.outcome, 'config-changed')).toContain(`${path}:1: ${path} is written with the entries ../crd`);
    expect(found(project.outcome, 'config-kept').join()).not.toContain(path);
  });

  const service = `apiVersion: v1\nkind: Service\nmetadata: { name: hooks, namespace: system }\nspec: { ports: [{ port: 443 }] }\n`;
  it.each([
    ['that lists a Service', 'resources:\n- service.yaml\n', 'resources:\n- service.yaml\n# - manifests.yaml\n'],
    ['with a list in brackets', 'resources: [service.yaml]\n', 'resources: [service.yaml]\n# - manifests.yaml\n'],
    [
      'with more than resources',
      'resources:\n  - service.yaml\nconfigurations: []\n',
      'resources:\n  - service.yaml\n  # - manifests.yaml\nconfigurations: []\n',
    ],
    [
      'that leaves them out already',
      'resources:\n#- manifests.yaml\n- service.yaml\n',
      'resources:\n#- manifests.yaml\n- service.yaml\n',
    ],
  ])('%s does not get webhook configurations that were not deployed', async (_, before, after) => {
    const path = 'config/webhook/kustomization.yaml';
    const project = await adopted({
      'config/default/kustomization.yaml': 'resources: [../crd, ../manager, ../webhook]\n',
      'config/crd/kustomization.yaml': `resources: [bases/${crd.split('/').at(-1)}]\n`,
      'config/manager/kustomization.yaml': 'resources: [manager.yaml]\n',
      'config/webhook/service.yaml': service,
      [path]: before,
    });
    expect(project.read(path)).toBe(after);
    expect(found(project.outcome, 'webhooks-not-deployed')).toEqual([
      `${path}:1: the webhooks of the operator are not deployed, because config/default deployed none: ${path} omits manifests.yaml`,
    ]);
    expect(found(project.outcome, 'newly-deployed')).toEqual([]);
    expect(project.outcome.digest?.join('\n')).toContain('the webhooks of the operator are not deployed');
  });

  it('keeps webhook configurations that were deployed', async () => {
    const path = 'config/webhook/kustomization.yaml';
    const manifests = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: validating-webhook-configuration }
webhooks:
- name: vlantern.shop.example
  clientConfig: { service: { name: hooks, namespace: system, path: /check-lantern } }
`;
    const project = await adopted({
      'config/default/kustomization.yaml': 'resources: [../webhook]\n',
      'config/webhook/service.yaml': service,
      'config/webhook/manifests.yaml': manifests,
      [path]: 'resources: [manifests.yaml, service.yaml]\n',
    });
    expect(resourcesOf(project, path)).toEqual(['manifests.yaml', 'service.yaml']);
    expect(found(project.outcome, 'webhooks-not-deployed')).toEqual([]);
  });

  it('names each definition, webhook configuration and role that it did not deploy before', async () => {
    const files = {
      'config/default/kustomization.yaml': 'resources: [../crd, ../manager]\n',
      'config/crd/kustomization.yaml': 'resources: []\n',
      'config/manager/kustomization.yaml': 'resources: [manager.yaml]\n',
    };
    const text = (what: string): string => `config/default deploys ${what}, which it did not deploy before adopt`;
    const lantern = `${crd}:1: ${text('CustomResourceDefinition lanterns.light.shop.example')}`;
    const kept = await adopted(files);
    expect(found(kept.outcome, 'newly-deployed')).toEqual([lantern]);
    const replaced = await testFolder({ ...goProject, ...files }).adopt({ dryRun: true, force: true });
    expect(found(replaced, 'newly-deployed')).toEqual(
      expect.arrayContaining([
        lantern,
        `config/rbac/role.yaml:1: ${text('ClusterRole lantern-manager-role')}`,
        `config/webhook/manifests.yaml:1: ${text('ValidatingWebhookConfiguration lantern-validating-webhook-configuration')}`,
      ]),
    );
  });

  it('does not get a sample beside another one with the same name', async () => {
    const other =
      'apiVersion: light.shop.example/v1\nkind: Lantern\nmetadata:\n  name: lantern-sample\nspec:\n  brightness: 1\n';
    const { [sample]: _, ...files } = goProject;
    const project = testFolder({
      ...files,
      'config/samples/bright.yaml': other,
      'config/samples/kustomization.yaml': 'resources:\n- bright.yaml\n',
    });
    await project.adopt();
    expect(resourcesOf(project, 'config/samples/kustomization.yaml')).toEqual(['bright.yaml']);
  });

  it('stays the only one in its folder with a name that kustomize reads, too', async () => {
    const project = await adopted({
      'config/samples/kustomization.yml': 'resources: []\n',
      'config/manager/Kustomization': 'resources: [manager.yaml]\n',
    });
    const paths = Object.keys(project.snapshot());
    expect(paths.filter((each) => /^config\/(?:samples|manager)\/kustomization/i.test(each))).toEqual([
      'config/manager/Kustomization',
      'config/samples/kustomization.yml',
    ]);
    expect(resourcesOf(project, 'config/samples/kustomization.yml')).toEqual(['light_v1_lantern.yaml']);
  });
});

describe('a webhook configuration that calls another Service than the generated one', () => {
  const manifest = 'config/webhook/manifests.yaml';
  const service = 'config/webhook/service.yaml';
  const kustomization = 'config/webhook/kustomization.yaml';
  const renamed = (path: string): string => usualProject[path]!.replace('name: webhook-service', 'name: admission');
  const named = 'ValidatingWebhookConfiguration lantern-validating-webhook-configuration';
  const passing = `${manifest}:3: ${named} calls the Service system/webhook-service, which config/default does not deploy`;
  const failing = `${passing}: the requests that it selects fail as long as there is none`;
  const marker = 'internal/webhook/v1/lantern_webhook.go';
  const isFailing = { [marker]: usualProject[marker]!.replace('failurePolicy=ignore', 'failurePolicy=fail') };
  const back = 'or set clientConfig.service in a patch to ';

  few(2).each<readonly [what: string, change: Record<string, string>, reported: readonly string[], help: string]>([
    [
      'that is deployed',
      { ...isFailing, [manifest]: renamed(manifest), [service]: renamed(service) },
      [failing],
      `${back}lantern-system/lantern-admission, which was called before adopt`,
    ],
    [
      'that is deployed beside the generated one',
      { [manifest]: renamed(manifest), [service]: `${renamed(service)}---\n${usualProject[service]!}` },
      [],
      '',
    ],
    [
      'of another program',
      {
        [manifest]: renamed(manifest).replace('namespace: system', 'namespace: lights'),
        [kustomization]: 'resources: [manifests.yaml]\n',
      },
      [passing],
      `${back}lights/admission, which was called before adopt`,
    ],
    ['that is the same, without one', { [kustomization]: 'resources: [manifests.yaml]\n' }, [], ''],
  ])('%s', async (_what, change, reported, help) => {
    const outcome = await testFolder({ ...usualProject, ...change }).adopt({ dryRun: true });
    expect(found(outcome, 'deployed-without-service')).toEqual(reported);
    const [problem] = outcome.diagnostics.filter(({ code }) => code === 'deployed-without-service');
    expect(problem?.help ?? '').toContain(help);
    const digest = outcome.digest ?? [];
    const start = digest.indexOf('What keeps it from starting or becoming ready:');
    const section = start < 0 ? [] : digest.slice(start, digest.indexOf('', start));
    expect(section.some((each) => each.includes(`${named} calls`))).toBe(reported.includes(failing));
    expect(digest.some((each) => each.includes(`${named} calls`))).toBe(reported.length > 0);
  });
});

describe('builds after adopt', () => {
  const path = 'config/default/kustomization.yaml';
  const files = { ...goProject, [path]: 'resources: [../crd]\n', 'config/crd/kustomization.yaml': 'resources: []\n' };

  /** Adopts with an API server that builds what a test says: before, and with the files of the plan. */
  async function report(before: boolean, present: Readonly<Record<string, string>>, message = 'no matches for Id X') {
    const root = temporaryFolder(present);
    const problem = { problem: { code: 'kustomize', message } };
    const upstream = upstreamThat(async (question) => {
      if (question.operation !== 'kustomize' || question.folder !== 'config/default') return { built: [], read: [] };
      return question.files === undefined && before ? { built: [], read: [] } : problem;
    });
    const options = { typesOnly: false, skipInstall: true, force: false };
    return adopt(options, { host: disk, cwd: root, env: {}, helper: upstream });
  }

  it.each([
    ['failed before', false, files, ', as before adopt'],
    ['is new', true, goProject, ', which is new, with the files of the Go project'],
  ])('report a kustomization that %s', async (_, before, present, was) => {
    const outcome = await report(before, present);
    expect(found(outcome, 'kustomization-broken')).toEqual([
      `${path}:1: kustomize cannot build ${path}${was}: no matches for Id X`,
    ]);
    expect(outcome.summary).toContain(`resolve these warnings of the report: kustomization-broken in ${path}.`);
    expect(outcome.plan.files.length).toBeGreaterThan(0);
  });

  it('are an error if config/default could be built before', async () => {
    const outcome = await report(true, files);
    expect(found(outcome, 'deployment-breaks')).toEqual([
      `${path}:1: kustomize can build ${path}, and could not after adopt: no matches for Id X`,
    ]);
    expect(found(outcome, 'kustomization-broken')).toEqual([]);
  });

  it.each([
    ['that is included', 'config/crd', 'config/default', 'config/crd/kustomization.yaml'],
    ['that is new in it', 'config/rbac', 'config/default', path],
    ['by its transformers alone', 'config/more', 'config/default', path],
  ])('are an error if config/default can no longer be built because of a part %s', async (_, part, whole, place) => {
    const root = temporaryFolder({ ...files, 'config/more/kustomization.yaml': 'resources: []\n' });
    const upstream = upstreamThat(async (question) => {
      if (question.operation !== 'kustomize') return { built: [], read: [] };
      const isBroken = question.files !== undefined && [part, whole].includes(question.folder);
      const read = question.folder === whole ? [`${part}/kustomization.yaml`] : [];
      const problem = { code: 'kustomize', message: 'already registered id: X' };
      return isBroken ? { problem, read } : { built: [], read };
    });
    const options = { typesOnly: false, skipInstall: true, force: false };
    const outcome = await adopt(options, { host: disk, cwd: root, env: {}, helper: upstream });
    expect(found(outcome, 'deployment-breaks')).toEqual([
      `${place}:1: kustomize can build ${path}, and could not after adopt: already registered id: X`,
    ]);
  });

  it.each([
    ['outside of config/ are not built', 'examples/b', []],
    ['in config/ stay, and check will refuse them', 'config/more', ['unsupported-file warning']],
  ])('that are links %s', async (_, folder, expected) => {
    const root = temporaryFolder({ ...goProject, 'examples/a/kustomization.yaml': 'resources: []\n' });
    mkdirSync(join(root, folder), { recursive: true });
    symlinkSync('../../examples/a/kustomization.yaml', join(root, folder, 'kustomization.yaml'));
    const asked: string[] = [];
    const upstream = upstreamThat(async (question) => {
      if (question.operation === 'kustomize') asked.push(question.folder);
      return { built: [], read: [] };
    });
    const options = { typesOnly: false, skipInstall: true, force: false };
    const environment = { host: confinedHost(disk, root), cwd: root, env: {}, helper: upstream };
    const outcome = await adopt(options, environment);
    const reported = outcome.diagnostics.filter(({ code }) => code === 'unsupported-file');
    expect(reported.map(({ code, severity }) => `${code} ${severity}`)).toEqual(expected);
    expect(asked).not.toContain(folder);
    expect(outcome.plan.files.length).toBeGreaterThan(0);
  });

  it('report one that lacks a file, with which check passes nevertheless', async () => {
    const outcome = await report(false, files, 'secret.env does not exist');
    expect(found(outcome, 'kustomization-broken')).toHaveLength(1);
    expect(outcome.summary).not.toContain('Before check passes');
  });
});

it('a file in config/ that adopt changes is not among the kept ones', async () => {
  const manager = 'config/manager/manager.yaml';
  const { outcome } = await adopted({});
  expect(found(outcome, 'config-changed').join()).toContain(manager);
  expect(found(outcome, 'config-kept').join()).not.toContain(manager);
});

describe('a patch that selects a webhook by its index', () => {
  const webhook = (name: string, path: string, resource: string): string =>
    `- name: ${name}\n  admissionReviewVersions: [v1]\n  clientConfig: {service: {name: webhook-service, namespace: system, path: ${path}}}\n  failurePolicy: Ignore\n  rules:\n  - {apiGroups: [${resource === 'pods' ? '""' : 'light.shop.example'}], apiVersions: [v1], operations: [CREATE], resources: [${resource}]}\n  sideEffects: None\n`;
  const marker = (order: readonly string[]): Record<string, string> => ({
    'config/webhook/manifests.yaml': `apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata:\n  name: validating-webhook-configuration\nwebhooks:\n${order.join('')}`,
    'config/webhook/patch.yaml': '- op: remove\n  path: /webhooks/0/timeoutSeconds\n',
  });
  const [lantern, pod] = [
    webhook('vlantern.shop.example', '/check-lantern', 'lanterns'),
    webhook('vpod.shop.example', '/check-pod', 'pods'),
  ];

  const unknown = webhook('vgone.shop.example', '/check-gone', 'gone');
  const patches = ({ diagnostics }: Outcome): readonly (string | undefined)[] =>
    diagnostics
      .filter(({ position, code }) => code === 'not-carried-over' && position?.file === 'config/webhook/patch.yaml')
      .map(({ help }) => help);
  const manifest = 'config/webhook/manifests.yaml';

  it.each([
    ['the order of names', [lantern, pod], ['vlantern.shop.example', 'vpod.shop.example']],
    ['another order', [pod, lantern], ['vpod.shop.example', 'vlantern.shop.example']],
  ])('still selects it in a file with %s', async (_what, order, expected) => {
    const { outcome, ...project } = await adopted(marker(order));
    expect(patches(outcome)).toEqual([]);
    expect(webhookNames(project.read(manifest)).get('ValidatingWebhookConfiguration')).toEqual(expected);
  });

  few(2).each([
    ['of another configuration is not listed', 2, '{kind: MutatingWebhookConfiguration}', false],
    ['is listed without a known target', 2, '{kind: .*WebhookConfiguration}', true],
    ['is listed if the one in front of it is gone', 2, '{kind: ValidatingWebhookConfiguration}', true],
    ['is not listed if it is in front of what is gone', 0, '{kind: ValidatingWebhookConfiguration}', false],
  ])('%s', async (_what, place, target, isListed) => {
    const order = place === 0 ? [pod, unknown, lantern] : [unknown, lantern, pod];
    const { outcome } = await adopted({
      ...marker(order),
      'config/webhook/patch.yaml': `- op: remove\n  path: /webhooks/${place}/timeoutSeconds\n`,
      'config/webhook/kustomization.yaml': `resources: [manifests.yaml]\npatches:\n- path: patch.yaml\n  target: ${target}\n`,
    });
    const help = 'change the index: vpod.shop.example is /webhooks/1 in the ValidatingWebhookConfiguration';
    expect(patches(outcome)).toEqual(isListed ? [help] : []);
  });
});

it.each<
  readonly [what: string, files: Record<string, string>, path: string, patch: string, expected: readonly string[]]
>([
  [
    'a rule of the role',
    {},
    'config/rbac/kustomization.yaml',
    '- target: {kind: ClusterRole, name: manager-role}\n  patch: |-\n    - {op: remove, path: /rules/3/verbs/0}\n',
    [
      'the patch of /rules/3: change the index: the rule for lanterns/status is /rules/5 in the ClusterRole manager-role',
    ],
  ],
  [
    'a rule that stays',
    {},
    'config/rbac/kustomization.yaml',
    '- target: {kind: ClusterRole, name: manager-role}\n  patch: |-\n    - {op: remove, path: /rules/0/verbs/0}\n',
    [],
  ],
  [
    'an argument of the manager, in an overlay that --force leaves',
    { force: '' },
    'config/prod/kustomization.yaml',
    '- target: {kind: Deployment}\n  patch: |-\n    - {op: remove, path: /spec/template/spec/containers/0/args/1}\n',
    [
      'the patch of /spec/template/spec/containers/0/args/1: change the index: --color=warm is not in the Deployment controller-manager',
    ],
  ],
  [
    'an argument of the manager that stays',
    {},
    'config/prod/kustomization.yaml',
    '- target: {kind: Deployment}\n  patch: |-\n    - {op: remove, path: /spec/template/spec/containers/0/args/1}\n',
    [],
  ],
  [
    'a version of a definition',
    {
      'config/crd/bases/lanterns.yaml': usualProject['config/crd/bases/lanterns.yaml']!.replace(
        '  versions:\n',
        '  versions:\n  - {name: v2, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}\n',
      ),
    },
    'config/crd/kustomization.yaml',
    '- target: {kind: CustomResourceDefinition}\n  patch: |-\n    - {op: remove, path: /spec/versions/1/subresources}\n',
    [
      'the patch of /spec/versions/1: change the index: v1 is /spec/versions/0 in the CustomResourceDefinition lanterns.light.shop.example',
    ],
  ],
])('a patch by an index of %s is listed if the index is another one', async (_what, files, path, patch, expected) => {
  const { force, ...more } = files;
  const text = usualProject[path] ?? 'resources: [../default]\n';
  const project = testFolder({ ...usualProject, ...more, [path]: `${text}patches:\n${patch}` });
  const { diagnostics } = await project.adopt({ force: force !== undefined });
  const patches = diagnostics.filter(
    ({ message, position }) => message.includes('the patch of') && position?.file === path,
  );
  expect(patches.map(({ message, help }) => `${message.replace('not carried over: ', '')}: ${help}`)).toEqual(expected);
});

describe('a generator of a kustomization that --force replaces', () => {
  const manager = 'config/manager/kustomization.yaml';
  const top = 'config/default/kustomization.yaml';
  const generator = 'configMapGenerator:\n- name: lights\n  files: [lights.properties]\n';
  const secret = 'secretGenerator:\n- name: keys\n  literals: [key=value]\n';

  few(2).each<
    readonly [what: string, files: Record<string, string>, expected: readonly string[], lost: readonly string[]]
  >([
    [
      'stays in config/default, with its options',
      { [top]: `${usualProject[top]}${secret}generatorOptions: {disableNameSuffixHash: true}\n` },
      ['Secret lantern-keys {"key":"dmFsdWU="}'],
      [],
    ],
    [
      'is left out if it changes an object of a file that is no longer deployed',
      {
        'config/manager/lights.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: lights}\ndata: {a: b}\n',
        [manager]: 'resources: [manager.yaml, lights.yaml]\n',
        [top]: `${usualProject[top]}configMapGenerator:\n- name: lights\n  behavior: merge\n  literals: [a=c]\n`,
      },
      [],
      ['ConfigMap lantern-lights', 'ConfigMap lights'],
    ],
    [
      'stays in the folder of the manager, with its file',
      { [manager]: `${usualProject[manager]}${generator}`, 'config/manager/lights.properties': 'a=b\n' },
      ['ConfigMap lantern-lights-9fmmd87mc2 {"lights.properties":"a=b\\n"}'],
      [],
    ],
    [
      'stays with what changes its object',
      {
        [manager]: `${usualProject[manager]}${secret}`,
        [top]: `${usualProject[top]}secretGenerator:\n- name: keys\n  behavior: merge\n  literals: [key=other]\n`,
      },
      ['Secret lantern-keys-t75d8f4tch {"key":"b3RoZXI="}'],
      [],
    ],
    [
      'is named if its folder is no longer deployed',
      {
        [top]: usualProject[top]!.replace('- ../manager\n', '- ../manager\n- ../extra\n'),
        'config/extra/kustomization.yaml': secret,
      },
      [],
      ['Secret keys'],
    ],
  ])('%s', async (_what, files, expected, lost) => {
    const project = testFolder({ ...usualProject, ...files });
    const outcome = await project.adopt({ force: true });
    const built = await kustomize(
      await goReader(),
      { host: disk, root: project.root, planned: new Map() },
      { folder: 'config/default' },
    );
    if ('reason' in built) throw new Error(built.reason);
    const made = built.filter(({ object }) => /^(?:ConfigMap|Secret)$/.test(kindOf(object)));
    expect(made.map(({ object }) => `${kindOf(object)} ${nameOf(object)} ${JSON.stringify(object['data'])}`)).toEqual(
      expected,
    );
    const gone = outcome.diagnostics.filter(({ code }) => code === 'no-longer-deployed');
    expect(gone.map(({ message }) => /deploys (.*?),/.exec(message)?.[1])).toEqual(lost);
    expect(changesOf(await project.manifests())).toEqual([]);
  });
});

describe('the report of --force', () => {
  const manager = 'config/manager/manager.yaml';
  const policy = `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata:\n  name: metrics\nspec: {podSelector: {}}\n`;

  few(2).each<readonly [what: string, change: Record<string, string>, code: Diagnostic['code'], expected: string]>([
    [
      'an object of a file that the scaffolded kustomization does not list',
      {
        'config/manager/policy.yaml': policy,
        'config/manager/kustomization.yaml': 'resources: [manager.yaml, policy.yaml]\n',
        'config/default/kustomization.yaml': usualProject['config/default/kustomization.yaml']!.replace(
          '../manager',
          '../manager/all',
        ),
        'config/manager/all/kustomization.yaml': 'resources: [..]\n',
      },
      'no-longer-deployed',
      'config/manager/policy.yaml:1: config/default no longer deploys NetworkPolicy lantern-metrics, which it deployed before adopt',
    ],
    [
      'a definition whose patch is gone',
      {
        'config/crd/kustomization.yaml': `${usualProject['config/crd/kustomization.yaml']}patches:\n- target: {kind: CustomResourceDefinition}\n  patch: |-\n    - {op: add, path: /spec/conversion, value: {strategy: Webhook}}\n`,
      },
      'deployed-differs',
      'config/crd/bases/light.shop.example_lanterns.yaml:3: config/default deploys CustomResourceDefinition lanterns.light.shop.example with other values than before adopt: conversion',
    ],
    [
      'a workload with other values',
      { [manager]: usualProject[manager]!.replace('spec:\n  selector', 'spec:\n  paused: true\n  selector') },
      'deployed-differs',
      `${manager}:11: config/default deploys Deployment lantern-controller-manager with other values than before adopt: spec.paused, `,
    ],
    [
      'a workload with another selector',
      {},
      'immutable-differs',
      `${manager}:11: config/default deploys Deployment lantern-controller-manager with other values in immutable fields, so clusters that have it reject make deploy: spec.selector.matchLabels.app, `,
    ],
    [
      'a binding of another role',
      {
        'config/rbac/leader.yaml': usualProject['config/rbac/leader.yaml']!.replace(
          'kind: Role, name: leader-election-role}',
          'kind: ClusterRole, name: view}',
        ),
      },
      'immutable-differs',
      'config/rbac/leader_election_role_binding.yaml:2: config/default deploys RoleBinding lantern-leader-election-rolebinding with other values in immutable fields, so clusters that have it reject make deploy: roleRef.kind, roleRef.name',
    ],
    [
      'an object that was not deployed',
      {},
      'newly-deployed',
      'config/certmanager/issuer.yaml:1: config/default deploys Issuer lantern-selfsigned-issuer, which it did not deploy before adopt',
    ],
  ])('has %s', async (_what, change, code, expected) => {
    const outcome = await testFolder({ ...usualProject, ...change }).adopt({ dryRun: true, force: true });
    expect(found(outcome, code).map((each) => each.slice(0, expected.length))).toContain(expected);
    const message = expected.slice(expected.indexOf(': ') + 2);
    expect(outcome.digest?.join('\n')).toContain(message);
  });

  it('says how clusters get an object that they cannot update, unless it is the same or another one', async () => {
    const helpOf = async (text: string): Promise<readonly string[]> => {
      const { diagnostics } = await testFolder({ ...usualProject, [manager]: text }).adopt({
        dryRun: true,
        force: true,
      });
      return diagnostics.flatMap(({ code, help }) => (code === 'immutable-differs' ? [help] : []));
    };
    const text = usualProject[manager]!;
    expect((await helpOf(text)).join()).toMatch(
      /^delete it there before make deploy: kubectl delete deployment lantern-controller-manager --namespace lantern-system; or keep the values that were deployed: Deployment lantern-controller-manager: spec\.selector\.matchLabels\.app \("lantern", here absent\); /,
    );
    const scaffolded = '{app.kubernetes.io/name: lantern, control-plane: controller-manager}';
    expect(await helpOf(text.replaceAll('{app: lantern}', scaffolded))).toEqual([]);
    expect(await helpOf(text.replace('name: controller-manager', 'name: operator'))).toEqual([]);
  });

  it('compares manifests if nothing was deployed', async () => {
    const outcome = await testFolder(goProject).adopt({ dryRun: true, force: true });
    expect(found(outcome, 'deployed-differs').join()).toContain(
      'config/ deploys Deployment controller-manager with other values than before adopt: spec.template.spec.containers.0.command, ',
    );
    expect(found(outcome, 'newly-deployed')).toEqual([]);
  });

  it('has no differences of its own after adopt', async () => {
    const project = testFolder(usualProject);
    await project.adopt({ force: true });
    rmSync(join(project.root, '.operator-gen'), { recursive: true });
    project.write('PROJECT', usualProject['PROJECT']!);
    const again = await project.adopt({ force: true });
    for (const code of ['deployed-differs', 'no-longer-deployed', 'newly-deployed', 'role-differs'] as const)
      expect(found(again, code)).toEqual([]);
  });
});
