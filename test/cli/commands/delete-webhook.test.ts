import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { changesOf, newProject, problemsOf, projectWithApi, type TestProject } from '../../support/projects.js';

const code = 'src/webhook/v1/webserver.webhook.ts';

/** What PROJECT says of the webhooks of each resource. */
function webhooksIn(project: TestProject): unknown {
  return parse(project.read('PROJECT')).resources.map(({ webhooks }: { webhooks: unknown }) => webhooks);
}

describe('delete webhook', () => {
  it('gives back the tree that was there before create webhook, byte for byte', async () => {
    const project = await projectWithApi();
    await project.createApi({ version: 'v2', controller: false });
    await project.createApi({ kind: 'Cache', namespaced: false });
    const states = [project.snapshot()];
    const webhooks = [
      { defaulting: true },
      { validation: true, validationPath: '/mine/validate' },
      { conversion: true, spoke: ['v2'] },
      { kind: 'Cache', validation: true, defaulting: true, defaultingPath: '/mine' },
      { group: 'core', kind: 'Pod', validation: true },
      { group: 'apps', kind: 'Deployment', defaulting: true },
      {
        group: 'certs',
        externalApiDomain: 'example.io',
        externalApiPackage: '@example/certs/v1',
        kind: 'Cert',
        validation: true,
      },
    ];
    for (const webhook of webhooks) {
      expect(
        problemsOf(await project.createWebhook(webhook)).filter((each) => each !== 'built-in-kind-webhook'),
      ).toEqual([]);
      states.push(project.snapshot());
      expect(changesOf(await project.check())).toEqual([]);
    }
    for (const { group, kind = 'WebServer', ...sorts } of webhooks.toReversed()) {
      states.pop();
      const { defaulting = false, validation = false, conversion = false } = sorts;
      const named = { ...(group === undefined ? {} : { group }), kind };
      expect(problemsOf(await project.deleteWebhook({ ...named, defaulting, validation, conversion }))).toEqual([]);
      expect(project.snapshot()).toEqual(states.at(-1));
      expect(changesOf(await project.check())).toEqual([]);
    }
  });

  it('removes all webhooks of the kind where none is named', async () => {
    const project = await projectWithApi();
    await project.createApi({ version: 'v2', controller: false });
    const before = project.snapshot();
    await project.createWebhook({ defaulting: true, validation: true, conversion: true, spoke: ['v2'] });
    expect(problemsOf(await project.deleteWebhook())).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });

  it.each<[string, (project: TestProject) => Promise<Outcome>]>([
    ['a conversion', (project) => project.deleteWebhook({ version: 'v2', conversion: true })],
    ['all webhooks', (project) => project.deleteWebhook({ version: 'v2' })],
    ['the last version that is converted', (project) => project.deleteApi({ version: 'v3' })],
  ])('does not move the stored version with %s', async (_, remove) => {
    const project = await projectWithApi();
    await project.createApi({ version: 'v2', controller: false });
    await project.createApi({ version: 'v3', controller: false });
    const outcome = await project.createWebhook({ version: 'v2', conversion: true, spoke: ['v3'] });
    expect(outcome.diagnostics.map(({ message }) => message)).toContain(
      'objects of WebServer are stored as v2 from now on, and no longer as v1',
    );
    expect((await remove(project)).diagnostics).toEqual([]);
    expect(project.read('src/api/v1/webserver.types.ts')).not.toContain('@StorageVersion()');
    expect(project.read('src/api/v2/webserver.types.ts')).toContain('@StorageVersion()');
    expect(changesOf(await project.check())).toEqual([]);
    // It can be created and deleted again, and the version be deleted.
    await project.createWebhook({ version: 'v2', conversion: true, spoke: ['v1'] });
    expect((await project.deleteWebhook({ version: 'v2' })).diagnostics).toEqual([]);
    const { diagnostics } = await project.deleteApi({ version: 'v2' });
    expect(Object.keys(project.snapshot())).not.toContain('src/api/v2/webserver.types.ts');
    const warnings = diagnostics.filter(({ severity }) => severity !== 'note');
    expect(warnings.map((each) => each.code)).toEqual(['stored-version-deleted']);
    expect(changesOf(await project.check())).toEqual([]);
  });

  it('takes along how the certificate is made, and the way back is byte for byte as well', async () => {
    const project = await projectWithApi();
    project.edit('PROJECT', 'projectName:', '# Mine.\nplugins:\n  mine/v1: {}\nprojectName:');
    const before = project.snapshot();
    await project.createWebhook({ defaulting: true });
    const usual = project.snapshot();
    await project.createWebhook({ certificates: 'self-signed' });
    const selfSigned = project.snapshot();
    expect(Object.keys(selfSigned).filter((path) => path.startsWith('config/certmanager'))).toEqual([]);
    await project.createWebhook({ validation: true });
    expect(problemsOf(await project.deleteWebhook({ validation: true }))).toEqual([]);
    expect(project.snapshot()).toEqual(selfSigned);
    await project.createWebhook({ certificates: 'cert-manager' });
    expect(project.snapshot()).toEqual(usual);
    await project.createWebhook({ certificates: 'self-signed' });
    await project.deleteWebhook();
    expect(project.snapshot()).toEqual(before);
  });

  it('has nothing left of the webhooks when their kind is deleted', async () => {
    const project = await newProject();
    const before = project.snapshot();
    await project.createApi();
    await project.createWebhook({ defaulting: true, validation: true, certificates: 'self-signed' });
    expect(problemsOf(await project.deleteApi())).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });

  it('reports the patch of a webhook that moves, and so does check before the manifest is written', async () => {
    const project = await projectWithApi();
    await project.createApi({ kind: 'Cache', controller: false });
    await project.createWebhook({ validation: true });
    await project.createWebhook({ kind: 'Cache', validation: true });
    const manifest = 'config/webhook/manifests.yaml';
    const patched = 'config/overlays/production/kustomization.yaml';
    project.write(
      patched,
      `resources: [../../default]\npatches:\n- target: {kind: ValidatingWebhookConfiguration}\n  patch: |-\n    - {op: add, path: /webhooks/1/timeoutSeconds, value: 20}\n`,
    );
    const [, second] = parse(project.read(manifest)).webhooks;
    const moved = ({ diagnostics }: Outcome): readonly string[] =>
      diagnostics
        .filter(({ code: each }) => each === 'moved-webhook')
        .map(({ position, help }) => `${position?.file}:${position?.line}:${position?.column} ${help}`);
    expect(moved(await project.check())).toEqual([]);
    const written = project.read(manifest);
    const deleted = await project.deleteWebhook({
      kind: second.rules[0].resources[0] === 'caches' ? 'WebServer' : 'Cache',
    });
    const place = `${second.name} is /webhooks/0 in the ValidatingWebhookConfiguration`;
    expect(moved(deleted)).toEqual([`${patched}:5:23 change the index in the patch: ${place}`]);
    expect(moved(await project.check())).toEqual([]);
    // As after a merge that brought the code alone.
    project.write(manifest, written);
    expect(moved(await project.check())).toHaveLength(1);
    expect(moved(await project.manifests())).toHaveLength(1);
    expect(moved(await project.manifests())).toEqual([]);
  });

  it('keeps what the user has changed, and takes only the named webhook out of it', async () => {
    const project = await projectWithApi();
    await project.createWebhook({ defaulting: true, validation: true });
    project.edit(
      code,
      '    // Set fields that are missing, with ??=. The object is not validated yet: even its spec can be missing.',
      '    // Mine.',
    );
    const outcome = await project.deleteWebhook({ validation: true });
    expect(problemsOf(outcome)).toEqual([]);
    expect(project.read(code)).toContain('// Mine.');
    expect(project.read(code)).not.toContain('Validator');
    expect(webhooksIn(project)).toEqual([{ defaulting: true, webhookVersion: 'v1' }]);
  });

  it('lists a file that was edited and leaves it; with --force it goes', async () => {
    const project = await projectWithApi();
    const before = project.snapshot();
    await project.createWebhook({ defaulting: true });
    const made = project.snapshot();
    project.edit(
      code,
      '    // Set fields that are missing, with ??=. The object is not validated yet: even its spec can be missing.',
      '    // Mine.',
    );
    const { diagnostics } = await project.deleteWebhook();
    expect(diagnostics).toMatchObject([{ code: 'edited-file-kept', message: expect.stringContaining(code) }]);
    expect(project.read(code)).toContain('// Mine.');
    // The API server would call a webhook that nothing serves.
    expect(project.read(code)).not.toContain('@Webhook(');
    expect(webhooksIn(project)).toEqual([undefined]);

    for (const [path, text] of Object.entries(made)) {
      if (path !== code && !path.endsWith('/')) project.write(path, text.replace(/^\d+ /, ''));
    }
    await project.deleteWebhook({ force: true });
    expect(project.snapshot()).toEqual(before);
  });

  it.each(['"', "'"])('with --force, deletes what an earlier run has kept: %s', async (quote) => {
    const project = await projectWithApi();
    await project.createApi({ version: 'v2', controller: false });
    const before = project.snapshot();
    await project.createWebhook({ defaulting: true });
    await project.createWebhook({ conversion: true, spoke: ['v2'] });
    const converter = 'src/webhook/webserver.converter.ts';
    for (const path of [code, converter]) project.write(path, `${project.read(path).replaceAll("'", quote)}// Mine.\n`);
    expect(new Set(problemsOf(await project.deleteWebhook()))).toContain('edited-file-kept');
    expect(project.read(code)).toContain('// Mine.');
    expect(problemsOf(await project.deleteWebhook())).toEqual(['webhook-not-found']);
    expect(problemsOf(await project.deleteWebhook({ force: true }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
    expect(problemsOf(await project.deleteWebhook({ force: true }))).toEqual(['webhook-not-found']);
  });

  it('leaves an edited conversion, whose hub check then compares with the new one', async () => {
    const project = await projectWithApi();
    for (const version of ['v2', 'v3']) await project.createApi({ version, controller: false });
    await project.createWebhook({ conversion: true, spoke: ['v2', 'v3'] });
    const converter = 'src/webhook/webserver.converter.ts';
    project.write(converter, `${project.read(converter)}// Mine.\n`);
    await project.deleteWebhook({ conversion: true });
    const otherHubs = async (): Promise<readonly string[]> =>
      (await project.check()).diagnostics
        .filter(({ code: each }) => each === 'other-hub')
        .map(({ position, message }) => `${position?.file}:${position?.line} ${message}`);
    expect(await otherHubs()).toEqual([]);
    await project.createWebhook({ version: 'v2', conversion: true, spoke: ['v1', 'v3'] });
    const message = 'this converts WebServer through v1, but its hub in PROJECT is v2';
    expect(await otherHubs()).toEqual([
      `${converter}:7 ${message}`,
      `src/webhook/v2/webserver.conversion.ts:6 ${message}`,
      `src/webhook/v3/webserver.conversion.ts:6 ${message}`,
    ]);
    project.edit(converter, 'api/v1/', 'api/v2/');
    project.write(
      converter,
      project
        .read(converter)
        .replaceAll('v2/webserver.c', 'v1/webserver.c')
        .replaceAll(/\bv2\b(?=[ ,)])/g, 'v1'),
    );
    expect(await otherHubs()).toEqual([`src/webhook/v3/webserver.conversion.ts:6 ${message}`]);
  });

  it('refuses what is not there, and says what is', async () => {
    const project = await projectWithApi();
    expect(problemsOf(await project.deleteWebhook())).toEqual(['webhook-not-found']);
    expect(problemsOf(await project.deleteWebhook({ kind: 'Other' }))).toEqual(['api-not-found']);
    expect(problemsOf(await project.deleteWebhook({ group: 'core', kind: 'Pod' }))).toEqual(['webhook-not-found']);
    await project.createWebhook({ defaulting: true });
    const before = project.snapshot();
    const { diagnostics } = await project.deleteWebhook({ defaulting: true, conversion: true, validation: true });
    expect(diagnostics).toMatchObject([
      {
        code: 'webhook-not-found',
        message: 'the kind WebServer of my.domain/v1 has no webhook for validation, nor for conversion',
        help: 'it has one for defaulting',
      },
    ]);
    expect(project.snapshot()).toEqual(before);
  });

  it.each(['WebServerDefaulter', 'Filler'])('deletes the edited class %s with --force', async (name) => {
    const project = await projectWithApi();
    await project.createWebhook({ defaulting: true, validation: true });
    project.write(code, project.read(code).replaceAll('WebServerDefaulter', name));
    project.edit(
      code,
      '    // Set fields that are missing',
      '    // mine\n    _webServer.spec.size ??= 3;\n    // Set fields',
    );
    const { diagnostics } = await project.deleteWebhook({ defaulting: true, force: true });
    expect(diagnostics.map(({ code: each }) => each)).not.toContain('edited-code-kept');
    expect(project.read(code)).not.toContain(name);
    expect(project.read(code)).toContain('class WebServerValidator');
  });
});
