import { posix } from 'node:path';
import { createClient, type Client, type KubernetesObject } from '@operator-gen/runtime';
import { defineResource } from '@operator-gen/runtime/api';
import { SubjectAccessReview } from '@operator-gen/runtime/k8s/authorization/v1';
import { Namespace } from '@operator-gen/runtime/k8s/core/v1';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '@operator-gen/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readModel } from '../../../src/output/generate/read-model.js';
import { disk } from '../../../src/base/io/disk.js';
import { buildKustomization } from '../../../src/output/kustomize/build.js';
import { textAt } from '../../../src/base/model/json-at.js';
import { kindOf } from '../../../src/base/model/kubernetes-object.js';
import { findProject } from '../../../src/project/find-project.js';
import { coreless, type RbacRule } from '../../../src/base/model/rbac.js';
import type { JsonObject } from '../../../src/base/model/schema.js';
import { examplePath, examples } from '../../support/examples.js';
import { testFolder, type TestProject } from '../../support/projects.js';
import { goldenFolder } from '../../support/scaffold-golden.js';

const assets = await findTestAssets();

/** What a project deploys, and what its markers say. */
interface Deployed {
  readonly objects: readonly JsonObject[];
  readonly rules: readonly RbacRule[];
  /** The namespace and the name of the service account of the operator. */
  readonly namespace: string;
  readonly account: string;
}

async function deployedFrom(root: string): Promise<Deployed> {
  const read = (path: string): string | undefined => {
    const file = posix.join(root, path);
    return disk.kind(file) === 'file' ? disk.read(file) : undefined;
  };
  const built = buildKustomization('config/default', read);
  expect(built.isWhole).toBe(true);
  const objects = built.objects.map(({ object }) => object);
  const [account] = objects.filter((each) => kindOf(each) === 'ServiceAccount');
  return {
    objects,
    rules: (await readModel(disk, root, findProject(disk, root).project)).model.rbac,
    namespace: textAt(account, 'metadata', 'namespace'),
    account: textAt(account, 'metadata', 'name'),
  };
}

const ofRoles = /^(?:Cluster)?Role(?:Binding)?$/;
const controller = 'src/controller/webserver.controller.ts';

/** @param projectName another one in each test: they share a cluster, and the namespace and the roles are named after it */
async function projectWith(projectName: string, markers: readonly string[], namespaced = false): Promise<TestProject> {
  const project = testFolder();
  await project.init({ namespaced, projectName });
  await project.createApi();
  project.edit(controller, 'export class', `${markers.map((each) => `@Rbac(${each})\n`).join('')}export class`);
  await project.manifests();
  return project;
}

const inInfrastructure = "{ groups: [''], resources: ['secrets'], verbs: ['get'], namespace: 'infrastructure' }";
const inVault = "{ groups: [''], resources: ['configmaps'], verbs: ['list'], namespace: 'vault' }";

describe.skipIf(!assets.found && process.env['CI'] !== 'true')(
  'the permissions of markers',
  { timeout: 120_000 },
  () => {
    let environment: TestEnvironment;
    let client: Client;

    beforeAll(async () => {
      environment = await startTestEnvironment();
      client = createClient(environment.config);
    });
    afterAll(() => environment?.stop());

    async function deploy({ objects }: Deployed): Promise<void> {
      const roles = objects.filter((each) => ofRoles.test(kindOf(each)));
      const namespaces = new Set(roles.map((each) => textAt(each, 'metadata', 'namespace')).filter(Boolean));
      for (const name of namespaces) await client.apply(Namespace, { metadata: { name } }, { fieldManager: 'test' });
      for (const role of roles) {
        const [group, version] = textAt(role, 'apiVersion').split('/') as [string, string];
        const scope = kindOf(role).startsWith('Cluster') ? 'Cluster' : 'Namespaced';
        const kind = kindOf(role);
        const handle = defineResource<KubernetesObject>({
          group,
          version,
          kind,
          plural: `${kind.toLowerCase()}s`,
          scope,
        });
        await client.apply(handle, role as never, { fieldManager: 'test', force: true });
      }
    }

    /** Asks as `kubectl auth can-i --as`. */
    async function may({ namespace, account }: Deployed, attributes: object): Promise<boolean> {
      const user = `system:serviceaccount:${namespace}:${account}`;
      const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'];
      const review = { metadata: {}, spec: { user, groups, resourceAttributes: attributes } };
      const { status } = await client.create(SubjectAccessReview, review as never);
      return (status as { allowed?: boolean } | undefined)?.allowed === true;
    }

    /** Returns the requests that markers grant and that the API server denies. */
    async function denied(deployed: Deployed): Promise<readonly object[]> {
      const requests = deployed.rules.flatMap((rule) =>
        rule.verbs.flatMap((verb) =>
          rule.groups.flatMap((group) => rule.resources.map((each) => requestOf(rule, verb, coreless(group), each))),
        ),
      );
      const answers = await Promise.all(requests.map(async (each) => ((await may(deployed, each)) ? [] : [each])));
      return answers.flat();
    }

    function requestOf(
      { namespace, resourceNames: [name] }: RbacRule,
      verb: string,
      group: string,
      path: string,
    ): object {
      const [resource, subresource] = path.split('/');
      const where = namespace === '' ? 'anywhere' : namespace;
      return { verb, group, resource, ...(subresource && { subresource }), ...(name && { name }), namespace: where };
    }

    const roots = [
      ...examples.map(({ name }) => examplePath(name)),
      ...['controllers', 'namespaced', 'webhooks'].map((name) => posix.join(goldenFolder, name)),
    ];

    it.each(roots)('are those in the cluster: %s', async (root) => {
      const deployed = await deployedFrom(root);
      // A project without a controller needs no permissions.
      expect(deployed.rules.length > 0).toBe(disk.kind(posix.join(root, 'src/controller')) !== 'missing');
      await deploy(deployed);
      expect(await denied(deployed)).toEqual([]);
    });

    it.each([
      ['of an operator of the cluster', false],
      ['of an operator of one namespace', true],
    ])('for other namespaces are there, and nowhere else: %s', async (_, namespaced) => {
      const project = await projectWith(namespaced ? 'limited' : 'wide', [inInfrastructure, inVault], namespaced);
      const deployed = await deployedFrom(project.root);
      await deploy(deployed);
      const declared = deployed.rules.filter(({ namespace }) => namespace !== deployed.namespace || !namespaced);
      expect(await denied({ ...deployed, rules: declared })).toEqual([]);
      for (const namespace of [deployed.namespace, 'vault'])
        expect(await may(deployed, { verb: 'get', resource: 'secrets', namespace })).toBe(false);
      expect(await may(deployed, { verb: 'list', resource: 'configmaps', namespace: deployed.namespace })).toBe(false);
    });

    it('are bound by a binding of the user in config/rbac, wherever it is', async () => {
      const project = await projectWith('bound', [inInfrastructure.replace(' }', ", roleName: 'readers' }")]);
      project.write('config/rbac/readers.yaml', readers);
      project.edit('config/rbac/kustomization.yaml', 'resources:\n', 'resources:\n- readers.yaml\n');
      await project.manifests();
      const deployed = await deployedFrom(project.root);
      await deploy(deployed);
      expect(await denied(deployed)).toEqual([]);
    });

    it('are those of the namespace of the operator, if a marker names it', async () => {
      const project = await projectWith('own', [inInfrastructure.replace('infrastructure', 'own-system')]);
      const deployed = await deployedFrom(project.root);
      expect(deployed.objects.filter((each) => kindOf(each) === 'RoleBinding')).toHaveLength(2);
      await deploy(deployed);
      expect(await denied(deployed)).toEqual([]);
    });
  },
);

const readers = `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: readers, namespace: infrastructure}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: readers}
subjects: [{kind: ServiceAccount, name: controller-manager, namespace: system}]
`;
