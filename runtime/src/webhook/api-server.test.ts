import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { eventually } from '../../../test/support/eventually.js';
import { logInto } from '../../../test/support/logs.js';
import type { KubernetesObject } from '../api/object.js';
import { defineResource } from '../api/resource.js';
import { isForbidden, isInvalid } from '../client/error-reasons.js';
import type { Client } from '../client/client.js';
import { createClient } from '../client/create-client.js';
import { createManager } from '../manager/create-manager.js';
import type { Manager } from '../manager/manager.js';
import { createCertificateAuthority } from '../testing/environment/certificate-authority.js';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../testing/index.js';
import { admissionHandler } from './admission-handler.js';
import type { AdmissionRequest } from './admission.js';
import { webhookManagedBy } from './builder.js';
import { hubSpokeConverter, spokeConverter } from './converter.js';
import { field, invalid } from './field-errors.js';
import { denied, patched } from './response.js';
import { story } from '../../../test/support/story.js';

interface Box extends KubernetesObject {
  spec: { size?: number; note?: string | null; tags?: string[]; [key: string]: unknown };
}
interface OldBox extends KubernetesObject {
  spec: { volume?: string; note?: string | null; [key: string]: unknown };
}
const names = { group: 'webhooks.example.com', kind: 'Box', plural: 'boxes', scope: 'Namespaced' } as const;
const Box = defineResource<Box>({ ...names, version: 'v2' });
const OldBox = defineResource<OldBox>({ ...names, version: 'v1' });

const version = (name: string, storage: boolean): object => ({
  name,
  served: true,
  storage,
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
    },
  },
});
const service = { name: 'webhook-service', namespace: 'system' };
const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'boxes.webhooks.example.com' },
  spec: {
    group: names.group,
    scope: names.scope,
    names: { kind: 'Box', plural: 'boxes', singular: 'box' },
    versions: [version('v1', false), version('v2', true)],
    conversion: {
      strategy: 'Webhook',
      webhook: { clientConfig: { service: { ...service, path: '/convert' } }, conversionReviewVersions: ['v1'] },
    },
  },
};

const configuration = (kind: string, path: string, operations: readonly string[], resource = 'boxes') => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: `${kind}WebhookConfiguration`,
  metadata: { name: `${kind.toLowerCase()}-${path.slice(1, 20)}` },
  webhooks: [
    {
      name: `${kind.toLowerCase()}.${names.group}`,
      clientConfig: { service: { ...service, path } },
      rules: [
        resource === 'boxes'
          ? { apiGroups: [names.group], apiVersions: ['v2'], operations, resources: [resource] }
          : { apiGroups: [''], apiVersions: ['v1'], operations, resources: [resource] },
      ],
      failurePolicy: 'Fail',
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    },
  ],
});

const namespace = 'default';
const box = (name: string, spec: Box['spec'] = {}): Box => ({ metadata: { name, namespace }, spec });

const assets = await findTestAssets();
const available = assets.found || process.env['CI'] === 'true';

describe.skipIf(!available)('webhooks of a manager, asked by a real API server', { ...story, timeout: 60_000 }, () => {
  let folder: string;
  let environment: TestEnvironment;
  let manager: Manager;
  let client: Client;
  const end = new AbortController();
  let ended: Promise<void>;
  const requests: AdmissionRequest<Box>[] = [];
  const oldSizes: (number | undefined)[] = [];
  let answerSlow: (() => void) | undefined;
  const lines: Record<string, unknown>[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'webhook-test-'));
    const manifests = [
      configuration('Mutating', '/mutate-webhooks-example-com-v2-box', ['CREATE', 'UPDATE']),
      configuration('Validating', '/validate-webhooks-example-com-v2-box', ['CREATE', 'UPDATE', 'DELETE']),
      configuration('Validating', '/secrets', ['CREATE'], 'secrets'),
      configuration('Mutating', '/configmaps', ['CREATE'], 'configmaps'),
    ];
    await writeFile(join(folder, 'manifests.yaml'), manifests.map((each) => stringify(each)).join('---\n'));
    environment = await startTestEnvironment({ crds: [crd], webhooks: { paths: [folder] } });
    manager = await createManager({
      config: environment.config,
      webhook: environment.webhookServerOptions,
      log: logInto(lines),
    });
    const byHalf = spokeConverter<Box, OldBox>(OldBox, {
      convertTo: ({ spec: { volume, ...rest } }) => ({ spec: { ...rest, size: Number(volume!.replace('l', '')) } }),
      convertFrom: ({ metadata, spec: { size, ...rest } }) => ({
        metadata: { ...metadata, annotations: { ...metadata?.annotations, 'converted-from': 'v2' } },
        spec: { ...rest, volume: `${size}l` },
      }),
    });
    await webhookManagedBy(manager)
      .for(Box)
      .withDefaulter({
        default: async ({ spec }) => {
          await sleep(1);
          spec.size ??= 3;
          if (spec.note === null) spec.note = 'none';
          spec.tags?.unshift('a/b~c');
          if (spec['a/b~ü'] === null) spec['a/b~ü'] = JSON.parse('{"__proto__":{"~1":null}}');
        },
      })
      .withValidator({
        validateCreate: ({ metadata, spec }, { request }) => {
          requests.push(request);
          if (spec.size! > 9)
            throw invalid(Box, metadata?.name, [field.invalid('spec.size', spec.size, 'must be at most 9')]);
          return spec.size === 1 ? ['a box of size 1 holds nothing'] : undefined;
        },
        validateUpdate: (old, now) => {
          oldSizes.push(old.spec.size);
          if (now.spec.size! < old.spec.size!) throw new Error('a box cannot shrink');
        },
        validateDelete: ({ spec }) => {
          if (spec['kept'] === true) throw new Error('this box is kept');
        },
      })
      .withConverter(hubSpokeConverter(Box, byHalf))
      .complete();
    manager.webhookServer.register(
      '/secrets',
      admissionHandler(async () => {
        await new Promise<void>((resolve) => (answerSlow = resolve));
        return denied('answered while stopping');
      }),
    );
    manager.webhookServer.register(
      '/configmaps',
      admissionHandler(() =>
        patched(
          '',
          { op: 'add', path: '/metadata/annotations', value: { a: '1' } },
          { op: 'add', path: '/metadata/annotations/example.com~1b', value: '2' },
        ),
      ),
    );
    manager.addReadyzCheck('webhook', manager.webhookServer.startedChecker());
    ended = manager.start(end.signal);
    client = createClient(environment.config, { fieldManager: 'tests' });
    await eventually(manager.webhookServer.startedChecker());
  }, 120_000);

  afterAll(async () => {
    end.abort();
    await ended;
    await environment?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('default an object; what they do not know survives, and so does a null', async () => {
    const created = await client.create(
      Box,
      box('defaulted', { note: null, tags: ['x'], future: { deep: [1, null] }, 'a/b~ü': null }),
    );
    expect(JSON.parse(JSON.stringify(created.spec))).toEqual(
      JSON.parse(
        '{"size":3,"note":"none","tags":["a/b~c","x"],"future":{"deep":[1,null]},"a/b~ü":{"__proto__":{"~1":null}}}',
      ),
    );
  });

  it('refuse an object with the causes that kubectl shows', async () => {
    const refused = client.create(Box, box('large', { size: 12 }));
    await expect(refused).rejects.toSatisfy(isInvalid);
    await expect(refused).rejects.toMatchObject({
      details: {
        name: 'large',
        kind: 'Box',
        causes: [
          {
            field: 'spec.size',
            reason: 'FieldValueInvalid',
            message: 'Invalid value: 12: must be at most 9',
          },
        ],
      },
    });
    const file = join(folder, 'large.json');
    await writeFile(
      file,
      JSON.stringify({ apiVersion: 'webhooks.example.com/v2', kind: 'Box', ...box('large', { size: 12 }) }),
    );
    const kubectl = promisify(execFile)(join(environment.assetsDirectory, 'kubectl'), [
      `--kubeconfig=${environment.kubeconfigPath}`,
      'create',
      `--filename=${file}`,
    ]);
    await expect(kubectl).rejects.toThrow(
      'The Box "large" is invalid: spec.size: Invalid value: 12: must be at most 9',
    );
  });

  it('warn, and know a dry run and who asks', async () => {
    const headers = await create(`boxes?dryRun=All`, {
      ...box('tiny', { size: 1 }),
      apiVersion: 'webhooks.example.com/v2',
      kind: 'Box',
    });
    expect(headers.warning).toBe('299 - "a box of size 1 holds nothing"');
    expect(requests.at(-1)).toMatchObject({
      dryRun: true,
      userInfo: { username: 'admin' },
      operation: 'CREATE',
      name: 'tiny',
    });
    expect(await client.getOrNull(Box, { name: 'tiny', namespace })).toBeNull();
  });

  it('see the old object on update, and can refuse a deletion', async () => {
    const created = await client.create(Box, box('kept', { size: 5, kept: true }));
    await client.update(Box, { ...created, spec: { ...created.spec, size: 6 } });
    expect(oldSizes.at(-1)).toBe(5);
    const shrunk = client.patch(Box, created.metadata, { spec: { size: 4 } });
    await expect(shrunk).rejects.toSatisfy(isForbidden);
    await expect(shrunk).rejects.toThrow('a box cannot shrink');
    await expect(client.delete(Box, created)).rejects.toThrow('this box is kept');
    await client.patch(Box, created.metadata, { spec: { kept: false } });
    await client.delete(Box, created);
  });

  it('convert: written in one version, read in the other, both ways', async () => {
    const created = await client.create(OldBox, {
      metadata: { name: 'old', namespace },
      spec: { volume: '7l', extra: 1 },
    });
    expect(created.spec).toEqual({ volume: '7l', extra: 1 });
    expect((await client.get(Box, created.metadata)).spec).toEqual({ size: 7, extra: 1 });
    const newer = await client.create(Box, box('new', { size: 8 }));
    const read = await client.get(OldBox, newer.metadata);
    expect(read).toMatchObject({
      spec: { volume: '8l' },
      metadata: { uid: newer.metadata.uid, annotations: { 'converted-from': 'v2' } },
    });
    const listed = await client.list(OldBox, { namespace });
    expect(listed.items.map(({ metadata }) => metadata.name)).toEqual(['defaulted', 'new', 'old']);
    const failed = client.create(OldBox, { metadata: { name: 'bad', namespace }, spec: {} });
    await expect(failed).rejects.toThrow(
      /convert Box default\/bad from webhooks.example.com\/v1 to webhooks.example.com\/v2: Cannot read/,
    );
  });

  it('patch built-in kinds by steps of their own', async () => {
    await create('/api/v1/namespaces/default/configmaps', { metadata: { name: 'patched' } });
    const { body } = await get('/api/v1/namespaces/default/configmaps/patched');
    expect(JSON.parse(body)).toMatchObject({ metadata: { annotations: { a: '1', 'example.com/b': '2' } } });
  });

  it('log a line when the API server does not trust their certificate', async () => {
    const { cert } = createCertificateAuthority('another');
    const mistrusting = configuration('Validating', '/accounts', ['CREATE'], 'serviceaccounts');
    const clientConfig = {
      url: `https://127.0.0.1:${environment.webhookServerOptions.port}/accounts`,
      caBundle: Buffer.from(cert).toString('base64'),
    };
    const webhooks = mistrusting.webhooks.map((each) => ({ ...each, clientConfig }));
    await environment.installWebhooks({ ...mistrusting, webhooks });
    const refused = create('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'robot' } });
    await expect(refused).rejects.toThrow(/failed calling webhook .*x509/);
    await eventually(() =>
      expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', msg: 'a TLS handshake failed' })),
    );
  });

  it('answer the request that is under way when the manager stops', async () => {
    const secret = create('/api/v1/namespaces/default/secrets', { metadata: { name: 'slow' } }).catch(String);
    await eventually(() => expect(answerSlow).toBeDefined());
    end.abort();
    await sleep(300);
    answerSlow!();
    expect(await secret).toContain(
      'admission webhook \\"validating.webhooks.example.com\\" denied the request: answered while stopping',
    );
    await ended;
    await expect(client.create(Box, box('late'))).rejects.toThrow(/failed calling webhook .* connection refused/);
  });

  /**
   * Sends one request as the administrator; returns the headers of the answer.
   * @throws Error with the body if it is rejected
   */
  async function create(path: string, object: object): Promise<Record<string, unknown>> {
    const { headers } = await send(
      'POST',
      path.startsWith('/') ? path : `/apis/webhooks.example.com/v2/namespaces/default/${path}`,
      object,
    );
    return headers;
  }

  function get(path: string): Promise<{ readonly headers: Record<string, unknown>; readonly body: string }> {
    return send('GET', path);
  }

  async function send(
    method: string,
    path: string,
    object?: object,
  ): Promise<{ headers: Record<string, unknown>; body: string }> {
    const ca = await readFile(environment.certificateAuthorityPath, 'utf8');
    const { token } = await environment.config.credentials.get();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      const call = httpsRequest(new URL(path, environment.url), { method, ca, headers, agent: false }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk: string) => void (body += chunk));
        response.once('end', () => {
          if (response.statusCode! < 300) resolve({ headers: response.headers, body });
          else reject(new Error(body));
        });
      });
      call.once('error', reject);
      call.end(object === undefined ? undefined : JSON.stringify(object));
    });
  }
});
