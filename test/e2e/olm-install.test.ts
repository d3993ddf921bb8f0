import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { runCommandLines } from '../support/command-lines.js';
import { eventually } from '../support/eventually.js';
import { makeExampleProject, makeProject, type ExampleProject } from '../support/example-operator.js';
import { installWithOlm, type Installed } from '../support/olm-stand-in.js';
import type { OperatorProcess } from '../support/operator-process.js';
import { helperForTests } from '../support/upstream.js';
import { accessControlPlane, type ControlPlaneAccess } from './control-plane/access.js';
import { sharedControlPlane } from './control-plane/shared.js';
import { story } from '../support/story.js';

const shared = await sharedControlPlane();
const helper = await helperForTests();

// An operator that OLM installs has what its bundle says, and nothing of config/.

describe.skipIf(!shared.available || helper === undefined)(
  'an operator that OLM installs for all namespaces',
  { ...story, timeout: 60_000 },
  () => {
    let cluster: ControlPlaneAccess;
    let project: ExampleProject;
    let installed: Installed;
    let operator: OperatorProcess;
    const namespace = 'olm-caches';

    const read = async (...what: readonly string[]): Promise<any> =>
      JSON.parse(await cluster.kubectl(['get', '-n', namespace, ...what, '-o', 'json']));

    beforeAll(async () => {
      if (!shared.available) return;
      cluster = accessControlPlane(shared.info);
      project = await makeExampleProject(cluster, 'memcached');
      await project.run('env', `OPERATOR_GEN_UPSTREAM=${helper}`, 'operator-gen', 'bundle', '--version', '0.1.0');
      installed = await installWithOlm(cluster, join(project.path, 'bundle'), {
        namespace: project.namespace,
        targets: [],
      });
      operator = await project.start(installed.env, installed.flags);
      await cluster.kubectl(['create', 'namespace', namespace]);
    });
    afterAll(async () => {
      await operator?.stop();
      await removeAll(cluster, project, ['memcacheds.cache.example.com'], [namespace]);
    });

    const apply = async (name: string): Promise<void> => {
      const object = {
        ...{ apiVersion: 'cache.example.com/v1alpha1', kind: 'Memcached' },
        ...{ metadata: { name, namespace }, spec: { size: 2 } },
      };
      await cluster.kubectl(['apply', '-f', '-'], { input: JSON.stringify(object) });
    };

    it('does its work', async () => {
      await apply('cache');
      await eventually(async () => {
        const { status } = await read('memcached', 'cache');
        expect(status.conditions).toContainEqual(expect.objectContaining({ type: 'Available', status: 'True' }));
      });
      expect((await read('deployment', 'cache')).spec.replicas).toBe(2);
      await cluster.kubectl(['delete', 'memcached', 'cache', '-n', namespace, '--timeout=20s']);
    });

    it('was never refused anything', async () => {
      expect(await operator.stop()).toBe(0);
      expectNoRefusal(operator);
      expect(await cluster.auditEvents({ code: 403, user: installed.account })).toEqual([]);
      // The comparison is one of an operator that has asked something.
      expect((await cluster.auditEvents({ code: 201, user: installed.account })).length).toBeGreaterThan(0);
    });

    it('would be refused without a permission of the bundle', async () => {
      const path = join(project.path, 'bundle/manifests/memcached-operator.clusterserviceversion.yaml');
      const csv = parse(readFileSync(path, 'utf8'));
      const [grant] = csv.spec.install.spec.clusterPermissions;
      const isOfDeployments = ({ resources }: any): boolean => resources.includes('deployments');
      expect(grant.rules.filter(isOfDeployments)).toHaveLength(1);
      grant.rules = grant.rules.filter((each: any) => !isOfDeployments(each));
      writeFileSync(path, stringify(csv));
      const less = await installWithOlm(cluster, join(project.path, 'bundle'), {
        namespace: project.namespace,
        targets: [],
      });
      operator = await project.launch(less.env, less.flags);
      await apply('refused');
      await eventually(async () => {
        const refused = await cluster.auditEvents({ code: 403, user: less.account });
        expect(refused.map(({ objectRef }) => objectRef?.resource)).toContain('deployments');
      });
    });
  },
);

/** An operator of namespaces, which creates a ConfigMap for each of its objects. */
async function makeMemoOperator(folder: string, run: ExampleProject['run']): Promise<void> {
  await runCommandLines(folder, [
    ['init', '--domain', 'olm.example', '--project-name', 'memos', '--skip-install'],
    ['create', 'api', '--version', 'v1', '--kind', 'Memo'],
  ]);
  const controller = join(folder, 'src/controller/memo.controller.ts');
  const text = readFileSync(controller, 'utf8')
    .replace('import { Rbac }', "import { ConfigMap } from '@operator-gen/runtime/k8s/core/v1';\nimport { Rbac }")
    .replace(
      'export class',
      "@Rbac({ groups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch', 'create'] })\nexport class",
    )
    .replace(
      /\/\/ Compare .*/,
      'if (await this.#client.getOrNull(ConfigMap, request)) return;\n    await this.#client.create(ConfigMap, { metadata: { ...request } });',
    );
  writeFileSync(controller, text);
  await run('operator-gen', 'edit', '--namespaced');
}

describe.skipIf(!shared.available || helper === undefined)(
  'an operator that OLM installs for some namespaces',
  { ...story, timeout: 60_000 },
  () => {
    let cluster: ControlPlaneAccess;
    let project: ExampleProject;
    let installed: Installed;
    let operator: OperatorProcess;
    const targets = ['olm-memos-one', 'olm-memos-two'];
    const elsewhere = 'olm-memos-three';

    beforeAll(async () => {
      if (!shared.available) return;
      cluster = accessControlPlane(shared.info);
      project = await makeProject(cluster, makeMemoOperator);
      await project.run('env', `OPERATOR_GEN_UPSTREAM=${helper}`, 'operator-gen', 'bundle', '--version', '0.1.0');
      installed = await installWithOlm(cluster, join(project.path, 'bundle'), {
        namespace: project.namespace,
        targets,
      });
      operator = await project.start(installed.env, installed.flags);
      await cluster.kubectl(['create', 'namespace', elsewhere]);
    });
    afterAll(async () => {
      await operator?.stop();
      await removeAll(cluster, project, ['memos.olm.example'], [...targets, elsewhere]);
    });

    it('does its work there, and nowhere else', async () => {
      expect(installed.env['WATCH_NAMESPACE']).toBe(targets.join(','));
      for (const namespace of [elsewhere, ...targets]) {
        const object = { apiVersion: 'olm.example/v1', kind: 'Memo', metadata: { name: 'm', namespace }, spec: {} };
        await cluster.kubectl(['apply', '-f', '-'], { input: JSON.stringify(object) });
      }
      const maps = (namespace: string) => cluster.kubectl(['get', 'configmaps', '-n', namespace, '-o', 'name']);
      for (const namespace of targets) await eventually(async () => expect(await maps(namespace)).toContain('/m'));
      expect(await maps(elsewhere)).not.toContain('/m');
    });

    it('was never refused anything', async () => {
      expect(await operator.stop()).toBe(0);
      expectNoRefusal(operator);
      expect(await cluster.auditEvents({ code: 403, user: installed.account })).toEqual([]);
    });
  },
);

function expectNoRefusal({ lines }: OperatorProcess): void {
  expect(lines.filter((each) => /forbidden|"code":403/i.test(JSON.stringify(each)))).toEqual([]);
}

async function removeAll(
  cluster: ControlPlaneAccess | undefined,
  project: ExampleProject | undefined,
  crds: readonly string[],
  namespaces: readonly string[],
): Promise<void> {
  project?.remove();
  if (cluster === undefined || project === undefined) return;
  const remove = (...what: readonly string[]) =>
    cluster.kubectl(['delete', ...what, '--ignore-not-found', '--wait=false']);
  await remove('crd', ...crds);
  await remove('namespace', project.namespace, ...namespaces);
  const name = project.namespace.replace(/-system$/, '');
  const left = await cluster.kubectl(['get', 'clusterroles,clusterrolebindings', '-o', 'name']);
  const own = left.split('\n').filter((each) => each.includes(`/${name}`));
  if (own.length > 0) await remove(...own);
}
