import type { Diagnostic } from '../../../src/base/diagnostics/diagnostic.js';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { few } from '../../support/few.js';
import {
  changesOf,
  madeOnce,
  newProject,
  problemsOf,
  projectWithApi,
  type TestProject,
} from '../../support/projects.js';

const code = 'src/webhook/v1/webserver.webhook.ts';

/** The webhooks of the two configurations, each with its paths. */
function configurationsOf(project: TestProject): Record<string, unknown> {
  const objects = parseAllDocuments(project.read('config/webhook/manifests.yaml')).map((each) => each.toJS());
  return Object.fromEntries(
    objects.map(({ kind, webhooks }) => [kind, webhooks.map(({ clientConfig: { service } }: any) => service.path)]),
  );
}

interface Rule {
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

/** What the operator may change of what says where webhooks are; `*` for all of a resource. */
function changeable(project: TestProject): readonly string[] {
  const roles = parseAllDocuments(project.read('config/rbac/role.yaml')).map((each) => each.toJS());
  const rules: readonly Rule[] = roles.flatMap((role) => role.rules);
  return rules
    .filter(({ resources, verbs }) => /webhook|definition/.test(resources.join()) && /patch|update/.test(verbs.join()))
    .flatMap(({ resources, resourceNames = ['*'] }) => resourceNames.map((name) => `${resources.join()}/${name}`))
    .toSorted();
}

const entryOf = (project: TestProject, index = 0): any => parse(project.read('PROJECT')).resources[index];

describe('create webhook', () => {
  it('makes the code, the manifests and all around them, and lists them in PROJECT', async () => {
    const project = await projectWithApi();
    const outcome = await project.createWebhook({ defaulting: true, validation: true });
    expect(problemsOf(outcome)).toEqual([]);
    expect(entryOf(project).webhooks).toEqual({ defaulting: true, validation: true, webhookVersion: 'v1' });
    expect(project.read('src/register.ts')).toContain('\n  setupWebServerWebhook,\n');
    expect(configurationsOf(project)).toEqual({
      MutatingWebhookConfiguration: ['/mutate-my-domain-v1-webserver'],
      ValidatingWebhookConfiguration: ['/validate-my-domain-v1-webserver'],
    });
    const { resources, patches } = parse(project.read('config/default/kustomization.yaml'));
    expect(resources).toEqual(expect.arrayContaining(['../crd', '../webhook', '../certmanager']));
    expect(patches).toMatchObject([{ path: 'manager_metrics_patch.yaml' }, { path: 'manager_webhook_patch.yaml' }]);
    expect(changesOf(await project.check())).toEqual([]);
    expect(outcome.next).toEqual([`edit ${code}`, 'npx operator-gen manifests']);
  });

  it('says with the first webhooks that the cluster requires cert-manager, unless the operator issues certificates', async () => {
    const project = await projectWithApi();
    const requirement = 'cert-manager, which must be installed in the cluster.';
    expect((await project.createWebhook({ defaulting: true })).summary).toContain(requirement);
    expect((await project.createWebhook({ validation: true })).summary).not.toContain('cert-manager');
    const other = await projectWithApi();
    const { summary } = await other.createWebhook({ defaulting: true, certificates: 'self-signed' });
    expect(summary).not.toContain('cert-manager');
  });

  it('names the converter and the spokes as what is next where there is only a conversion', async () => {
    const project = await projectWithApi();
    await project.createApi({ version: 'v2', controller: false });
    const { next } = await project.createWebhook({ conversion: true, spoke: ['v2'] });
    expect(next).toEqual(['edit src/webhook/v2/webserver.conversion.ts', 'npx operator-gen manifests']);
    for (const line of next.filter((each) => each.startsWith('edit '))) project.read(line.slice('edit '.length));
  });

  few(3).each([
    ['with those of config/crd', 'startTestEnvironment({ crds: ["./config/crd/"] })', ['unconverted-test']],
    [
      'that serves the conversion',
      "startTestEnvironment({ crds: ['config/default'] }).then((one) => createManager({ webhook: one.webhookServerOptions }))",
      [],
    ],
    ['without an API server', 'expect(1).toBe(1)', []],
    ['with the CRDs of config/default', "joinTestEnvironment({ crds: ['config/default'] })", ['unconverted-test']],
    ['with CRDs that have no conversion', "startTestEnvironment({ crds: ['config/crd/bases'] })", []],
  ])(
    'warns of a rewritten controller test that the API server needs for conversions: %s',
    async (_, statement, codes) => {
      const project = await projectWithApi();
      await project.createApi({ version: 'v2', controller: false });
      project.write('src/controller/webserver.controller.test.ts', `import './mine.js';\n\nawait ${statement};\n`);
      const made = await project.createWebhook({ conversion: true, spoke: ['v2'] });
      expect(problemsOf(made)).toEqual(codes);
      const position = { file: 'src/controller/webserver.controller.test.ts', line: 3, column: 7 };
      expect(made.diagnostics.map((each) => each.position)).toEqual(codes.map(() => position));
    },
  );

  it('does not ask PROJECT for the other versions that a webhook lists', async () => {
    const project = await projectWithApi();
    await project.createApi({ version: 'v2', controller: false });
    await project.createWebhook({ validation: true });
    project.edit('src/webhook/v1/webserver.webhook.ts', 'groupVersion.version', "'v1', 'v2'");
    expect(problemsOf(await project.manifests())).toEqual(['unconverted-webhook']);
  });

  it('changes nothing when it is called again', async () => {
    const project = await projectWithApi();
    await project.createApi({ version: 'v2', controller: false });
    const all = { defaulting: true, validation: true, conversion: true, spoke: ['v2'], defaultingPath: '/mine' };
    await project.createWebhook(all);
    const before = project.snapshot();
    for (const again of [all, { defaulting: true }, { validation: true }, { conversion: true, spoke: ['v2'] }]) {
      const outcome = await project.createWebhook(again);
      expect(problemsOf(outcome)).toEqual([]);
      expect(outcome.summary).toContain('nothing to create');
      expect(changesOf(outcome)).toEqual([]);
    }
    expect(project.snapshot()).toEqual(before);
  });

  it('writes nothing in a dry run, whose plan is that of the run', async () => {
    const project = await projectWithApi();
    const before = project.snapshot();
    const dry = await project.createWebhook({ defaulting: true, dryRun: true });
    expect(project.snapshot()).toEqual(before);
    expect(changesOf(await project.createWebhook({ defaulting: true }))).toEqual(changesOf(dry));
  });

  it('makes the same whether webhooks are asked for together or one after the other, in any order', async () => {
    const trees = [];
    for (const calls of [
      [{ defaulting: true, validation: true }],
      [{ defaulting: true }, { validation: true }],
      [{ validation: true }, { defaulting: true }],
    ]) {
      const project = await projectWithApi();
      for (const call of calls) expect(problemsOf(await project.createWebhook(call))).toEqual([]);
      trees.push(project.snapshot());
    }
    expect(trees[1]).toEqual(trees[0]);
    expect(trees[2]).toEqual(trees[0]);
  });

  it('serves the paths that were chosen, in the manifests and in the code', async () => {
    const project = await projectWithApi();
    await project.createWebhook({ defaulting: true, defaultingPath: '/fill-in' });
    await project.createWebhook({ validation: true, validationPath: '/check/it' });
    expect(configurationsOf(project)).toEqual({
      MutatingWebhookConfiguration: ['/fill-in'],
      ValidatingWebhookConfiguration: ['/check/it'],
    });
    expect(project.read(code)).toContain(".withDefaulterCustomPath('/fill-in')");
    expect(project.read(code)).toContain(".withValidatorCustomPath('/check/it')");
    expect(entryOf(project).webhooks).toMatchObject({ defaultingPath: '/fill-in', validationPath: '/check/it' });
  });

  it('adds a webhook to a file that was filled in', async () => {
    const project = await projectWithApi();
    await project.createWebhook({ validation: true });
    project.edit(code, 'import {\n', 'import {\n  field,\n  invalid,\n');
    project.edit(
      code,
      'validateCreate(_webServer: DeepReadonly<WebServer>): Warnings {\n',
      'validateCreate(webServer: DeepReadonly<WebServer>): Warnings {\n' +
        "    throw invalid(WebServer, webServer.metadata.name, [field.required('spec.size')]);\n",
    );
    expect(problemsOf(await project.createWebhook({ defaulting: true }))).toEqual([]);
    const text = project.read(code);
    expect(text).toContain("field.required('spec.size')");
    expect(text).toContain('class WebServerDefaulter');
    expect(text).toMatch(/withDefaulter\(new WebServerDefaulter\(\)\);\n +webhooks\.withValidator/);
    expect(text).toContain('  field,\n  invalid,\n');
    expect(changesOf(await project.check())).toEqual([]);
  });

  it('names the function that needs a line that has no place, and does everything else', async () => {
    const project = await projectWithApi();
    await project.createWebhook({ defaulting: true });
    const text = project.read(code);
    const start = text.indexOf('  const webhooks = ');
    project.write(code, `${text.slice(0, start)}  await start(manager);\n}\n`);
    const outcome = await project.createWebhook({ validation: true });
    expect(problemsOf(outcome)).toEqual(['edit-by-hand']);
    const [{ message, lines, position }] = outcome.diagnostics as [Diagnostic];
    expect(message).toContain('setupWebServerWebhook');
    expect(lines).toEqual(['webhooks.withValidator(new WebServerValidator());']);
    expect(position?.file).toBe(code);
    expect(project.read(code)).toContain('class WebServerValidator');
    expect(project.read(code)).toContain('  await start(manager);\n}\n');
    expect(entryOf(project).webhooks).toMatchObject({ defaulting: true, validation: true });
  });

  it('adds a second kind to the files of the first', async () => {
    const project = await projectWithApi();
    await project.createApi({ kind: 'Cache' });
    await project.createWebhook({ defaulting: true });
    project.edit('config/webhook/service.yaml', '  - port: 443', '  # mine\n  - port: 443');
    expect(problemsOf(await project.createWebhook({ kind: 'Cache', defaulting: true, validation: true }))).toEqual([]);
    // New webhooks follow, so that the indexes in patches stay true.
    expect(configurationsOf(project)).toEqual({
      MutatingWebhookConfiguration: ['/mutate-my-domain-v1-webserver', '/mutate-my-domain-v1-cache'],
      ValidatingWebhookConfiguration: ['/validate-my-domain-v1-cache'],
    });
    expect(project.read('config/webhook/service.yaml')).toContain('# mine');
    expect(changesOf(await project.check())).toEqual([]);
  });

  it('makes webhooks of each version of a kind', async () => {
    const project = await projectWithApi();
    await project.createApi({ version: 'v2', controller: false });
    await project.createWebhook({ defaulting: true });
    expect(problemsOf(await project.createWebhook({ version: 'v2', defaulting: true }))).toEqual([]);
    expect(configurationsOf(project)).toEqual({
      MutatingWebhookConfiguration: ['/mutate-my-domain-v1-webserver', '/mutate-my-domain-v2-webserver'],
    });
    const register = project.read('src/register.ts');
    expect(register).toContain('\n  setupWebServerWebhook,\n');
    expect(register).toContain('\n  setupWebServerWebhook2,\n');
  });

  it('converts by way of the version that is named, and adds spokes later', async () => {
    const project = await projectWithApi();
    for (const version of ['v2', 'v3']) await project.createApi({ version, controller: false });
    await project.createWebhook({ version: 'v2', conversion: true, spoke: ['v1'] });
    expect(project.read('src/api/v2/webserver.types.ts')).toContain('@StorageVersion()');
    expect(project.read('src/api/v1/webserver.types.ts')).not.toContain('@StorageVersion()');
    expect(problemsOf(await project.createWebhook({ version: 'v2', conversion: true, spoke: ['v3'] }))).toEqual([]);
    expect(entryOf(project, 1).webhooks).toMatchObject({ conversion: true, spoke: ['v1', 'v3'] });
    const converter = project.read('src/webhook/webserver.converter.ts');
    expect(converter).toContain('hubSpokeConverter(WebServer, v1, v3)');
    expect(project.read('config/crd/kustomization.yaml')).toContain('patches/webhook_in_webservers.yaml');
    expect(changesOf(await project.check())).toEqual([]);
  });

  it('makes webhooks of a core type, and warns', async () => {
    const project = await projectWithApi();
    const outcome = await project.createWebhook({ group: 'core', kind: 'Pod', defaulting: true, validation: true });
    expect(problemsOf(outcome)).toEqual(['built-in-kind-webhook']);
    expect(entryOf(project, 1)).toEqual({
      core: true,
      group: 'core',
      kind: 'Pod',
      path: '@operator-gen/runtime/k8s/core/v1',
      version: 'v1',
      webhooks: { defaulting: true, validation: true, webhookVersion: 'v1' },
    });
    expect(configurationsOf(project)).toEqual({
      MutatingWebhookConfiguration: ['/mutate--v1-pod'],
      ValidatingWebhookConfiguration: ['/validate--v1-pod'],
    });
    const [mutating] = parseAllDocuments(project.read('config/webhook/manifests.yaml')).map((each) => each.toJS());
    expect(mutating.webhooks[0]).toMatchObject({
      name: 'mpod-v1.my.domain',
      rules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
    });
    expect(problemsOf(await project.createWebhook({ group: 'core', kind: 'Pod', defaulting: true }))).toEqual([]);
    expect(problemsOf(await project.createWebhook({ group: 'core', kind: 'Pot', defaulting: true }))).toEqual([
      'built-in-kind-not-found',
    ]);
  });

  it.each([
    { group: 'apps', kind: 'Deployment', apiGroup: 'apps', plural: 'deployments' },
    { group: 'networking', kind: 'Ingress', apiGroup: 'networking.k8s.io', plural: 'ingresses' },
    { group: 'networking.k8s.io', kind: 'NetworkPolicy', apiGroup: 'networking.k8s.io', plural: 'networkpolicies' },
    { group: 'core', kind: 'Endpoints', apiGroup: '', plural: 'endpoints' },
  ])('knows $kind of $group', async ({ group, kind, apiGroup, plural }) => {
    const project = await newProject();
    expect(problemsOf(await project.createWebhook({ group, kind, validation: true }))).toEqual([
      'built-in-kind-webhook',
    ]);
    const { webhooks } = parse(project.read('config/webhook/manifests.yaml'));
    expect(webhooks[0].rules).toMatchObject([{ apiGroups: [apiGroup], resources: [plural] }]);
    expect(changesOf(await project.check())).toEqual([]);
  });

  it('makes webhooks of a kind that a package has, and knows it from then on', async () => {
    const project = await projectWithApi();
    const named = { group: 'certs', kind: 'Mouse' };
    const external = { externalApiDomain: 'example.io', externalApiPackage: '@example/certs/v1', plural: 'mouses' };
    expect(problemsOf(await project.createWebhook({ ...named, ...external, validation: true }))).toEqual([]);
    expect(entryOf(project, 1)).toMatchObject({
      domain: 'example.io',
      external: true,
      path: '@example/certs/v1',
      plural: 'mouses',
    });
    expect(project.read('src/webhook/v1/mouse.webhook.ts')).toContain("import { Mouse } from '@example/certs/v1';");
    expect(problemsOf(await project.createWebhook({ ...named, defaulting: true }))).toEqual([]);
    const [mutating] = parseAllDocuments(project.read('config/webhook/manifests.yaml')).map((each) => each.toJS());
    expect(mutating.webhooks[0].rules).toMatchObject([{ apiGroups: ['certs.example.io'], resources: ['mouses'] }]);
  });

  it('has the operator make the certificate where that is asked for, for all webhooks', async () => {
    const project = await projectWithApi();
    await project.createApi({ version: 'v2', controller: false });
    const all = { defaulting: true, conversion: true, spoke: ['v2'], certificates: 'self-signed' } as const;
    expect(problemsOf(await project.createWebhook(all))).toEqual([]);
    expect(parse(project.read('PROJECT')).plugins).toEqual({
      'webhooks.operator-gen/v1': { certificates: 'self-signed' },
    });
    const everything = parse(project.read('config/default/kustomization.yaml'));
    expect(everything.resources).not.toContain('../certmanager');
    expect(everything.replacements).toHaveLength(2);
    expect(parse(project.read('config/webhook/kustomization.yaml')).resources).toContain('certificate_secret.yaml');
    expect(project.read('config/default/manager_webhook_patch.yaml')).toContain('value: --webhook-self-signed\n');
    const { rules } = parse(project.read('config/rbac/webhook_certificate_role.yaml'));
    expect(rules.map(({ resourceNames }: Rule) => resourceNames)).toEqual([['webhook-service-cert']]);
    expect(changeable(project)).toEqual([
      'customresourcedefinitions/webservers.my.domain',
      'mutatingwebhookconfigurations/mutating-webhook-configuration',
    ]);
    expect(changesOf(await project.check())).toEqual([]);
    // Another webhook does not ask again, and the choice alone changes nothing that is so already.
    await project.createWebhook({ validation: true });
    expect(parse(project.read('PROJECT')).plugins).toBeDefined();
    expect(changeable(project)).toContain('validatingwebhookconfigurations/validating-webhook-configuration');
    expect(changesOf(await project.createWebhook({ certificates: 'self-signed' }))).toEqual([]);
  });

  it('tells the operator the names that kustomize gives to its Service and its Secret', async () => {
    const project = await projectWithApi();
    await project.createWebhook({ validation: true, certificates: 'self-signed' });
    const path = 'config/default/kustomization.yaml';
    const text = project.read(path).replace(/^namespace: .*/m, 'namespace: other\nnameSuffix: -z');
    project.write(path, text.replace(/^namePrefix: .*/m, 'namePrefix: a-'));
    const { stdout } = await execa('kubectl', ['kustomize', join(project.root, 'config/default')]);
    const objects = parseAllDocuments(stdout).map((each) => each.toJS());
    const named = (kind: string, part: string): string =>
      objects.find((each) => each.kind === kind && each.metadata.name.includes(part)).metadata.name;
    expect(named('Service', 'webhook')).toBe('a-webhook-service-z');
    const { containers } = objects.find(({ kind }) => kind === 'Deployment').spec.template.spec;
    expect(containers[0].args).toContain('--webhook-service=$(WEBHOOK_SERVICE)');
    expect(containers[0].env).toEqual([
      { name: 'WEBHOOK_SERVICE', value: named('Service', 'webhook') },
      { name: 'WEBHOOK_CERT_SECRET', value: named('Secret', 'webhook') },
    ]);
  });

  it('lets the operator change what is its own, under the names that it has, and nothing else', async () => {
    const project = await projectWithApi();
    await project.createWebhook({ validation: true, certificates: 'self-signed' });
    const own = ['validatingwebhookconfigurations/validating-webhook-configuration'];
    expect(changeable(project)).toEqual(own);
    const named = "@WebhookConfiguration({ mutating: false, name: 'guards' })\nexport class";
    const text = project.read(code).replace('export class', named);
    project.write(code, text.replace(/^/, "import { WebhookConfiguration } from '@operator-gen/runtime/api';\n"));
    expect(problemsOf(await project.manifests())).toEqual([]);
    expect(changeable(project)).toEqual(['validatingwebhookconfigurations/guards']);
    await project.createWebhook({ certificates: 'cert-manager' });
    expect(changeable(project)).toEqual([]);
  });

  it('scaffolds again with --force', async () => {
    const project = await projectWithApi();
    await project.createWebhook({ defaulting: true, validation: true });
    const before = project.snapshot();
    project.write(code, 'broken');
    expect(problemsOf(await project.createWebhook({ defaulting: true, force: true }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });
});

describe('create webhook refuses', () => {
  const projectWithDefaulter = madeOnce(async () => {
    const project = await projectWithApi();
    await project.createApi({ version: 'v2', controller: false });
    await project.createWebhook({ defaulting: true });
    return project;
  });
  const core = { group: 'core', kind: 'Pod' };
  const external = { group: 'certs', kind: 'Cert', validation: true, externalApiPackage: '@example/certs/v1' };

  few(14).each([
    ['no webhook at all', {}, 'webhook-type-required'],
    ['a certificate for no webhook', { version: 'v2', certificates: 'self-signed' }, 'webhook-type-required'],
    ['a kind without an API', { kind: 'Other', defaulting: true }, 'api-not-found'],
    ['the path of the conversion', { validation: true, validationPath: '/convert' }, 'webhook-path-taken'],
    ['--spoke alone', { defaulting: true, spoke: ['v2'] }, 'flag-requires-flag'],
    ['a spoke that is not a version', { conversion: true, spoke: ['v9'] }, 'invalid-spoke'],
    ['a spoke that is the hub', { conversion: true, spoke: ['v1'] }, 'invalid-spoke'],
    ['a spoke twice', { conversion: true, spoke: ['v2', 'v2'] }, 'invalid-spoke'],
    ['the conversion of a core type', { ...core, conversion: true, spoke: ['v2'] }, 'external-conversion'],
    ['a package without a group', { ...external, group: undefined }, 'flag-requires-flag'],
    ['a package that is none', { ...external, externalApiPackage: '../types' }, 'invalid-package'],
    ['a kind that is none', { ...external, kind: 'ce_rt' }, 'invalid-name'],
    ['a version that is none', { ...external, version: 'V1' }, 'invalid-name'],
    ['another plural of a kind that is there', { defaulting: true, plural: 'webserveri' }, 'api-exists'],
    ['a version without an API', { version: 'v9', defaulting: true }, 'api-not-found'],
    ['--defaulting-path alone', { validation: true, defaultingPath: '/mine' }, 'flag-requires-flag'],
    ['--validation-path alone', { defaulting: true, validationPath: '/mine' }, 'flag-requires-flag'],
    ['a path without a slash', { defaulting: true, defaultingPath: 'mine' }, 'invalid-webhook-path'],
    ['a path with capitals', { validation: true, validationPath: '/Mine' }, 'invalid-webhook-path'],
    ['a path with a query', { validation: true, validationPath: '/a?b' }, 'invalid-webhook-path'],
    [
      'the same path twice',
      { version: 'v2', defaulting: true, validation: true, defaultingPath: '/a', validationPath: '/a' },
      'webhook-path-taken',
    ],
    ['--conversion alone', { conversion: true }, 'flag-requires-flag'],
    ['a group that is none', { ...external, group: 'Certs' }, 'invalid-name'],
    ['a domain that is none', { ...external, externalApiDomain: 'io_' }, 'invalid-name'],
  ])('%s', async (_, { group, ...options }: any, problem) => {
    const project = await projectWithDefaulter();
    const before = project.snapshot();
    const named = group === undefined ? options : { group, ...options };
    expect(problemsOf(await project.createWebhook(named))).toEqual([problem]);
    expect(project.snapshot()).toEqual(before);
  });

  it('a kind without types', async () => {
    const project = await newProject();
    await project.createApi({ resource: false });
    expect(problemsOf(await project.createWebhook({ defaulting: true }))).toEqual(['webhook-without-types']);
  });

  it('a kind whose files another one has', async () => {
    const project = await projectWithApi();
    await project.createWebhook({ defaulting: true });
    const before = project.snapshot();
    const other = { ...external, kind: 'WebServer', plural: 'servers' };
    expect(new Set(problemsOf(await project.createWebhook(other)))).toEqual(new Set(['kinds-share-files']));
    expect(project.snapshot()).toEqual(before);
  });

  it('another path, or another hub, than there is', async () => {
    const project = await projectWithApi();
    await project.createApi({ version: 'v2', controller: false });
    await project.createWebhook({ defaulting: true, conversion: true, spoke: ['v2'] });
    const before = project.snapshot();
    const differs = (commands: string) => [
      { code: 'webhook-conflict', help: expect.stringMatching(new RegExp(`first: ${commands}$`)) as string },
    ];
    const named = (version: string) => `webhook --version ${version} --kind WebServer`;
    const otherPath = await project.createWebhook({ defaulting: true, defaultingPath: '/other' });
    expect(otherPath.diagnostics).toMatchObject(differs(`npx operator-gen delete ${named('v1')} --defaulting`));
    const otherHub = await project.createWebhook({ version: 'v2', conversion: true, spoke: ['v1'] });
    const moving = `npx operator-gen delete ${named('v1')} --conversion, then npx operator-gen create ${named('v2')} --conversion --spoke v1`;
    expect(otherHub.diagnostics).toMatchObject(differs(moving));
    expect(project.snapshot()).toEqual(before);
  });

  it('all problems of the flags are reported at once', async () => {
    const project = await projectWithApi();
    const options = { conversion: true, defaultingPath: 'x', validationPath: 'y z' };
    expect(problemsOf(await project.createWebhook(options))).toEqual([
      'flag-requires-flag',
      'flag-requires-flag',
      'invalid-webhook-path',
      'invalid-webhook-path',
      'flag-requires-flag',
    ]);
  });
});
