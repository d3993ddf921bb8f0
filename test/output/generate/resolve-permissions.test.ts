import { describe, expect, test } from 'vitest';
import { readSources } from '../../../src/output/generate/read-sources.js';
import { disk } from '../../../src/base/io/disk.js';
import type { RbacRule } from '../../../src/base/model/rbac.js';
import { testFolder } from '../../support/projects.js';

const types = `
import { CustomResource, Resource } from '@operator-gen/runtime/api';
@Resource({ group: 'example.com', version: 'v1' }, { plural: 'things' })
export class Thing extends CustomResource {}
export class NoKind {}
`;
const barrel = `
export { Deployment as Workload } from '@operator-gen/runtime/k8s/apps/v1';
export * from './api/thing.js';
`;
const imports = `
import { Rbac, Webhook, defineResource } from '@operator-gen/runtime/api';
import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';
import * as batch from '@operator-gen/runtime/k8s/batch/v1';
import { Thing, NoKind } from './api/thing.js';
import { Workload, Thing as Passed } from './barrel.js';
import { Thing as Aliased } from '#api';
const Other = defineResource({ group: 'other.com', version: 'v1', kind: 'Other', plural: 'others', scope: 'Cluster' });
const Same = Deployment;
`;

/** Returns the permissions of markers, and the problems. */
async function read(markers: string) {
  const project = testFolder({
    'src/api/thing.ts': types,
    'src/barrel.ts': barrel,
    'src/main.ts': `${imports}${markers}\nexport class Reconciler {}`,
  });
  const { model, diagnostics } = await readSources(disk, project.root, undefined);
  return { rbac: model.rbac.map(withoutPlace), diagnostics };
}

function withoutPlace(rule: RbacRule): Omit<RbacRule, 'position' | 'origins'> {
  const { position: _position, origins: _origins, ...others } = rule;
  return others;
}

const whole = (rule: Partial<RbacRule>) => ({
  ...{ groups: [], resources: [], verbs: ['get'], urls: [], resourceNames: [], namespace: '', roleName: '' },
  ...rule,
});

describe('a permission that names a kind', () => {
  test.each([
    ['a built-in handle', "@Rbac(Deployment, ['get'])", 'apps', 'deployments'],
    ['a member of a module', "@Rbac(batch.CronJob, ['get'])", 'batch', 'cronjobs'],
    ['a class', "@Rbac(Thing, ['get'])", 'example.com', 'things'],
    ['what a file passes on', "@Rbac(Workload, ['get'])", 'apps', 'deployments'],
    ['all that a file passes on', "@Rbac(Passed, ['get'])", 'example.com', 'things'],
    ['a class behind a path alias', "@Rbac(Aliased, ['get'])", 'example.com', 'things'],
    ['a constant', "@Rbac(Same, ['get'])", 'apps', 'deployments'],
    ['a handle of its own', "@Rbac(Other, ['get'])", 'other.com', 'others'],
    ['a subresource', "@Rbac(Thing, ['get'], { subresource: 'status' })", 'example.com', 'things/status'],
  ])('%s', async (_, marker, group, resource) => {
    expect(await read(marker)).toEqual({ rbac: [whole({ groups: [group], resources: [resource] })], diagnostics: [] });
  });

  test('has the limits of the other form', async () => {
    const marker = "@Rbac(Deployment, ['get', 'patch'], { resourceNames: ['a'], namespace: 'b', roleName: 'c' })";
    const { rbac } = await read(marker);
    const rule = { verbs: ['get', 'patch'], resourceNames: ['a'], namespace: 'b', roleName: 'c' };
    expect(rbac).toEqual([whole({ groups: ['apps'], resources: ['deployments'], ...rule })]);
  });

  test.each([
    ["@Rbac(NoKind, ['get'])", 'not-a-kind'],
    ["@Rbac(batch.Nothing, ['get'])", 'not-a-kind'],
    ["@Rbac(Missing, ['get'])", 'argument-type'],
    ["@Rbac('deployments', ['get'])", 'argument-type'],
    ['@Rbac(Deployment)', 'argument-type'],
    ["@Rbac(Deployment, ['get'], {}, 1)", 'too-many-arguments'],
  ])('%s is reported where it is', async (marker, code) => {
    const { diagnostics } = await read(marker);
    expect(diagnostics).toMatchObject([{ code, position: { file: 'src/main.ts', line: imports.split('\n').length } }]);
  });
});

describe('a resource that does not exist', () => {
  const resources = (groups: string, plurals: string) =>
    read(`@Rbac({ groups: [${groups}], resources: [${plurals}], verbs: ['get'] })`);

  test.each([
    ["'apps'", "'deploymets'", "resources: ['deployments']"],
    ["'core'", "'pod/log'", "resources: ['pods/log']"],
    ["'example.com'", "'thing'", "resources: ['things']"],
    ["''", "'deployments'", "its group is apps: groups: ['apps']"],
    ["'apps'", "'pods'", "its group is core: groups: ['core']"],
    ["'app'", "'deployments'", "groups: ['apps']"],
    ["'networking'", "'ingresses'", "groups: ['networking.k8s.io']"],
    ["'networking.k8s.oi'", "'ingresses'", "groups: ['networking.k8s.io']"],
    ["'scheduling.k8s.oi'", "'priorityclasses'", "groups: ['scheduling.k8s.io']"],
    ["'exampel.com'", "'things/status'", "groups: ['example.com']"],
    ["'apps'", "'deployments/scael'", "write: 'deployments/scale'"],
    ["''", "'pods/stats'", "write: 'pods/status'"],
    ["''", "'nodes/metric'", "write: 'nodes/metrics'"],
    ["''", "'user'", "write: resources: ['users']"],
  ])('%s %s is reported with a remedy', async (groups, plural, help) => {
    const { diagnostics } = await resources(groups, plural);
    expect(diagnostics).toMatchObject([{ code: 'unknown-resource', help: expect.stringContaining(help) as string }]);
  });

  test.each([
    ['one of several groups', "'', 'apps'", "'pods', 'deployments'"],
    ['a group of another program', "'other.com'", "'thing'"],
    ['a resource that Kubernetes has no longer', "'policy'", "'podsecuritypolicies'"],
    ['all resources', "'apps'", "'*', '*/status'"],
    ['any group', "'*'", "'deployments'"],
    ['another group with a similar name', "'apps.openshift.io'", "'deploymentconfigs'"],
    ['a group of definitions of Kubernetes', "'scheduling.x-k8s.io'", "'podgroups'"],
    ['a group of definitions that resembles a built-in one', "'networking.x-k8s.io'", "'ingresses'"],
    ['a group of definitions of a SIG', "'scheduling.sigs.k8s.io'", "'podgroups'"],
    ['a subresource of an API server of its own', "'example.com'", "'things/backup'"],
    ['a resource of the kubelet', "''", "'nodes/stats', 'nodes/metrics', 'nodes/log', 'nodes/spec', 'nodes/proxy'"],
    ['a finer one of the kubelet', "'core'", "'nodes/checkpoint', 'nodes/configz', 'nodes/healthz', 'nodes/pods'"],
    ['what is impersonated', "''", "'users', 'groups', 'serviceaccounts'"],
    [
      'what is impersonated with other groups',
      "'authentication.k8s.io'",
      "'users', 'groups', 'uids', 'userextras/scopes', 'serviceaccounts', 'nodes'",
    ],
    [
      'what is signed and approved',
      "'certificates.k8s.io'",
      "'signers', 'certificatesigningrequests/nodeclient', 'certificatesigningrequests/selfnodeclient', 'certificatesigningrequests/approval'",
    ],
    ['a part of a status', "'resource.k8s.io'", "'resourceclaims/binding', 'resourceclaims/driver'"],
    ['what is created for Pods', "''", "'bindings', 'pods/binding', 'pods/eviction', 'serviceaccounts/token'"],
    ['a list of certificates', "'certificates.k8s.io'", "'clustertrustbundles', 'podcertificaterequests'"],
    ['what has a state alone', "''", "'componentstatuses', 'endpoints/restricted', 'replicationcontrollers/scale'"],
    ['an earlier subresource', "'apps'", "'deployments/rollback', 'deployments/finalizers'"],
    [
      'what a scheduler has',
      "'coordination.k8s.io', 'scheduling.k8s.io'",
      "'leasecandidates', 'workloads', 'podgroups'",
    ],
    ['policies of admission', "'admissionregistration.k8s.io'", "'validatingadmissionpolicies/status'"],
  ])('%s is not', async (_, groups, plurals) => {
    expect((await resources(groups, plurals)).diagnostics).toEqual([]);
  });
  test('the form with a kind can have a misspelled subresource', async () => {
    const { diagnostics } = await read("@Rbac(Deployment, ['get'], { subresource: 'sclae' })");
    expect(diagnostics).toMatchObject([
      { code: 'unknown-resource', help: "write: subresource: 'scale'", position: { column: 28 } },
    ]);
  });
});

describe('a resource of a webhook that does not exist', () => {
  const webhook = (group: string, resources: string) =>
    read(
      `@Webhook({ name: 'v.example.com', mutating: false, path: '/v', groups: [${group}], versions: ['v1'], resources: [${resources}], verbs: ['create'], failurePolicy: 'Fail', sideEffects: 'None', admissionReviewVersions: ['v1'] })`,
    );

  test.each([
    ["'example.com'", "'thing'", "resources: ['things']"],
    ["'example'", "'things'", "groups: ['example.com']"],
    ["'exampel.com'", "'things/status'", "groups: ['example.com']"],
    ["''", "'secret'", "resources: ['secrets']"],
    ["'core'", "'pods', 'deployments'", "its group is apps: groups: ['apps']"],
    ["'apps'", "'deployment'", "resources: ['deployments']"],
    ["'app'", "'deployments'", "groups: ['apps']"],
    ["'app'", "'deployment'", "groups: ['apps']"],
    ["'networking'", "'ingresses'", "groups: ['networking.k8s.io']"],
    ["'apps'", "'deployments/scael'", "write: 'deployments/scale'"],
  ])('%s %s is reported with a remedy', async (group, resources, help) => {
    const { diagnostics } = await webhook(group, resources);
    const key = /groups: \[[^\]]*\]$/.test(help) && !help.startsWith('its') ? 'groups:' : 'resources:';
    const column = `@Webhook({ name: 'v.example.com', mutating: false, path: '/v', groups: [${group}], versions: ['v1'], `;
    expect(diagnostics).toMatchObject([
      {
        code: 'unknown-resource',
        message: expect.stringContaining('the API server never calls the webhook') as string,
        help: expect.stringContaining(help) as string,
        position: { column: (key === 'groups:' ? column.indexOf(key) : column.length) + 1 },
      },
    ]);
  });

  test.each([
    ['a group of another program', "'other.com'", "'thing'"],
    ['a resource of another program in a group of the project', "'example.com'", "'orders'"],
    ['a group without a dot that resembles none', "'shop'", "'orders'"],
    ['a group that begins as a known one', "'apps.openshift.io'", "'deploymentconfigs'"],
    ['all resources', "'apps'", "'*', '*/*', 'deployments/*', '*/scale'"],
    ['any group', "'*'", "'deployment'"],
    ['one of several groups', "'', 'apps'", "'pods', 'deployments'"],
  ])('%s is not', async (_, group, resources) => {
    expect((await webhook(group, resources)).diagnostics).toEqual([]);
  });
});

describe('a resource of the whole cluster', () => {
  const inNamespace = (group: string, resource: string, more = '') =>
    read(`@Rbac({ groups: ['${group}'], resources: ['${resource}'${more}], verbs: ['get'], namespace: 'x' })`);

  test.each([
    ['', 'nodes'],
    ['core', 'nodes/proxy'],
    ['storage.k8s.io', 'storageclasses'],
    ['rbac.authorization.k8s.io', 'clusterroles'],
  ])('%s %s cannot be granted in a namespace', async (group, resource) => {
    const { diagnostics } = await inNamespace(group, resource, group === '' ? ", 'pods'" : '');
    expect(diagnostics).toMatchObject([
      { code: 'ineffective-permission', message: expect.stringContaining(`: ${resource} belong`) as string },
    ]);
  });

  test.each([
    ['', 'pods'],
    // A request for a namespace is one in it.
    ['', 'namespaces'],
    ['', '*'],
    ['other.com', 'nodes'],
  ])('unlike %s %s', async (group, resource) => {
    expect((await inNamespace(group, resource)).diagnostics).toEqual([]);
  });
});
