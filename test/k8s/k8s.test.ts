import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { resourceInfo } from '../../runtime/src/api/resource.js';
import { Deployment } from '../../runtime/src/k8s/apps/v1.js';
import { Lease } from '../../runtime/src/k8s/coordination/v1.js';
import { Endpoints, Event, Namespace, Node, Service, type PodSpec } from '../../runtime/src/k8s/core/v1.js';
import { Ingress, NetworkPolicy } from '../../runtime/src/k8s/networking/v1.js';
import { ClusterRole } from '../../runtime/src/k8s/rbac/v1.js';
import { analyzeSources } from '../support/generate.js';
import { temporaryFolder } from '../support/tree.js';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const generated = join(checkout, 'runtime/src/k8s');

describe('built-in resources', () => {
  it.each([
    [Deployment, 'apps', 'v1', 'Deployment', 'deployments', 'Namespaced'],
    [Service, '', 'v1', 'Service', 'services', 'Namespaced'],
    [Namespace, '', 'v1', 'Namespace', 'namespaces', 'Cluster'],
    [Node, '', 'v1', 'Node', 'nodes', 'Cluster'],
    [Endpoints, '', 'v1', 'Endpoints', 'endpoints', 'Namespaced'],
    [Event, '', 'v1', 'Event', 'events', 'Namespaced'],
    [Ingress, 'networking.k8s.io', 'v1', 'Ingress', 'ingresses', 'Namespaced'],
    [NetworkPolicy, 'networking.k8s.io', 'v1', 'NetworkPolicy', 'networkpolicies', 'Namespaced'],
    [Lease, 'coordination.k8s.io', 'v1', 'Lease', 'leases', 'Namespaced'],
    [ClusterRole, 'rbac.authorization.k8s.io', 'v1', 'ClusterRole', 'clusterroles', 'Cluster'],
  ])('are known as the API server knows them: %#', (handle, group, version, kind, plural, scope) => {
    expect(resourceInfo(handle)).toEqual({ group, version, kind, plural, scope });
  });

  it('have the types of their fields, as they are on the wire', () => {
    const spec: PodSpec = {
      containers: [{ name: 'a', resources: { limits: { cpu: '500m', memory: 1024 } }, ports: [{ containerPort: 80 }] }],
    };
    expect(spec.containers).toHaveLength(1);
    const core = readFileSync(join(generated, 'core/v1.ts'), 'utf8');
    expect(core).toMatch(/targetPort\?: IntOrString;/);
    expect(core).toMatch(
      /@listType 'map'\n   \* @listMapKey 'containerPort'\n   \* @listMapKey 'protocol'\n   \*\/\n  ports\?: ContainerPort\[\];/,
    );
    expect(readFileSync(join(generated, 'meta/v1.ts'), 'utf8')).toMatch(/creationTimestamp\?: Time;/);
  });

  it('are read by the generator like any type', () => {
    const { model, diagnostics } = analyzeSources({
      'src/api/v1/a.types.ts': `import { CustomResource, Resource } from '@operator-gen/runtime/api';
import type { Container, ServicePort } from '@operator-gen/runtime/k8s/core/v1';
@Resource({ group: 'a.b', version: 'v1' }, { plural: 'as' })
export class A extends CustomResource { spec!: { container: Container; ports: ServicePort[] } }
`,
    });
    expect(diagnostics).toEqual([]);
    const text = JSON.stringify(model);
    expect(text).toContain('"listMapKeys":["containerPort","protocol"]');
    expect(text).toContain(
      '"name":"targetPort","required":false,"schema":{"anyOf":[{"type":"integer"},{"type":"string"}],"intOrString":true',
    );
  });
});

describe('the generator of the built-in types', () => {
  it('writes the same bytes every time', async () => {
    const folder = temporaryFolder();
    await execa(join(checkout, 'node_modules/.bin/tsx'), ['runtime/scripts/generate-k8s.ts', folder], {
      cwd: checkout,
    });
    const files = readdirSync(generated, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
    expect(files.length).toBeGreaterThan(30);
    for (const file of files)
      expect(readFileSync(join(folder, file), 'utf8'), file).toBe(readFileSync(join(generated, file), 'utf8'));
  });

  it('makes handles of which a bundle carries only those that it uses', async () => {
    const contents = "import { Deployment } from './apps/v1.js'; console.log(Deployment);";
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: generated, loader: 'ts' },
      bundle: true,
      write: false,
      format: 'esm',
    });
    const text = outputFiles[0]!.text;
    expect(text).toContain('deployments');
    expect(text).not.toContain('statefulsets');
  });
});
