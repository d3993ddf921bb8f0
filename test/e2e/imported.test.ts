import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/model/schema.js';
import { definitionObject, objectWith } from '../support/definitions.js';
import { makeProject, type ExampleProject } from '../support/example-operator.js';
import { scaffoldGolden } from '../support/scaffold-golden.js';
import { testRunOf } from '../support/test-run.js';
import { accessControlPlane } from './control-plane/access.js';
import { sharedApiServer } from './control-plane/shared.js';

const shared = await sharedApiServer();

const text: JsonObject = { type: 'string', minLength: 1 };
const reference = objectWith({ name: text, key: text }, { required: ['name', 'key'] });
const status = objectWith({
  conditions: {
    type: 'array',
    items: objectWith(
      {
        type: { type: 'string', pattern: '^[A-Z][A-Za-z]*$' },
        status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
        lastTransitionTime: { type: 'string', format: 'date-time' },
      },
      { required: ['type', 'status', 'lastTransitionTime'] },
    ),
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['type'],
  },
});

/** A database: required fields of all sorts, a choice as `oneOf`, another one as a rule, and defaults in defaults. */
const database = definitionObject({
  kind: 'Database',
  root: objectWith(
    {
      spec: objectWith(
        {
          engine: { type: 'string', enum: ['postgres', 'mysql'] },
          version: { type: 'string', pattern: '^[0-9]+\\.[0-9]+(-rc[0-9])?$' },
          name: { type: 'string', pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', minLength: 12, maxLength: 63 },
          replicas: { type: 'integer', format: 'int32', minimum: 3, maximum: 9, multipleOf: 3 },
          storage: {
            anyOf: [{ type: 'integer' }, { type: 'string' }],
            pattern: '^[0-9]+(Mi|Gi)?$',
            'x-kubernetes-int-or-string': true,
          },
          users: {
            type: 'array',
            items: objectWith(
              { name: text, password: reference, uid: { type: 'string', format: 'uuid' } },
              {
                required: ['name', 'password', 'uid'],
              },
            ),
            minItems: 2,
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['name'],
          },
          backup: objectWith(
            { schedule: { type: 'string', default: '@daily' }, keep: { type: 'integer', default: 7 } },
            { default: {} },
          ),
          bootstrap: objectWith(
            { empty: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, restore: reference },
            { oneOf: [{ required: ['empty'] }, { required: ['restore'] }] },
          ),
          low: { type: 'integer' },
          high: { type: 'integer' },
        },
        {
          required: ['engine', 'version', 'name', 'replicas', 'storage', 'users', 'bootstrap', 'low', 'high'],
          'x-kubernetes-validations': [{ rule: 'self.low <= self.high', message: 'low must not exceed high' }],
        },
      ),
      status,
    },
    { required: ['spec'] },
  ),
  version: { subresources: { status: {} } },
});

/** An issuer of others, of the cluster, with two versions and a conversion, of which exactly one sort is configured. */
const issuer = ((): JsonObject => {
  const spec = objectWith(
    {
      ca: objectWith({ secretName: text }, { required: ['secretName'] }),
      acme: objectWith({ server: { type: 'string', format: 'uri' }, email: text }, { required: ['server', 'email'] }),
      renewAfter: { type: 'string', format: 'duration' },
    },
    {
      required: ['renewAfter'],
      'x-kubernetes-validations': [{ rule: 'has(self.ca) != has(self.acme)', message: 'exactly one of ca or acme' }],
    },
  );
  const version = (name: string, storage: boolean): JsonObject => ({
    ...{ name, served: true, storage, subresources: { status: {} } },
    schema: {
      openAPIV3Schema: objectWith(
        { spec, status },
        { required: ['spec'], 'x-kubernetes-validations': [{ rule: "self.metadata.name == 'default'" }] },
      ),
    },
  });
  const object = definitionObject({
    kind: 'ClusterIssuer',
    scope: 'Cluster',
    versions: [version('v1', true), version('v1beta1', false)],
  });
  const webhook = { clientConfig: { url: 'https://127.0.0.1:1/convert' }, conversionReviewVersions: ['v1'] };
  return { ...object, spec: { ...(object['spec'] as JsonObject), conversion: { strategy: 'Webhook', webhook } } };
})();

describe.skipIf(!shared.available)('a project with imported kinds', { timeout: 180_000 }, () => {
  let project: ExampleProject;

  beforeAll(async () => {
    if (!shared.available) return;
    project = await makeProject(accessControlPlane(shared.info), async (folder) => {
      mkdirSync(join(folder, 'crds'));
      writeFileSync(join(folder, 'crds/database.yaml'), stringify(database));
      writeFileSync(join(folder, 'crds/issuer.yaml'), stringify(issuer));
      const commands = [
        'init --domain example.com --project-name imported --skip-install',
        'create api --from-crd crds/database.yaml',
        'create api --from-crd crds/issuer.yaml --types-only --controller',
      ];
      await scaffoldGolden({ name: 'imported', commands: commands.map((line) => line.split(' ')) }, folder);
      rmSync(join(folder, 'crds'), { recursive: true });
    });
  });
  afterAll(() => project?.remove());

  it('type-checks, lints and is up to date', async () => {
    await project.run('npm', 'run', '--silent', 'lint');
    expect(await project.run('operator-gen', 'check')).toBe('');
  });

  it('passes its tests, which create an object of each kind on a real API server', async () => {
    expect(testRunOf(await project.run('npm', 'test', '--silent'))).toEqual({ passed: 5, skipped: 0 });
  });
});
