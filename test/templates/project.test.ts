import { posix } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { initContext, rendered } from './samples.js';

let files: Record<string, string>;
let scripts: Record<string, string>;
beforeAll(async () => {
  files = await rendered('init', initContext);
  scripts = (JSON.parse(files['package.json']!) as { scripts: Record<string, string> }).scripts;
});

/** Every match of a pattern's first group in a file. */
function found(path: string, pattern: RegExp): readonly string[] {
  return [...files[path]!.matchAll(pattern)].map(([, name]) => name!);
}

const below = (folder: string) => Object.keys(files).filter((path) => path.startsWith(`${folder}/`));
const documents = (path: string) => parseAllDocuments(files[path]!, { version: '1.1' }).map((each) => each.toJS());

describe('the commands of a new project', () => {
  it('are there wherever one is named', () => {
    for (const path of ['Makefile', 'README.md', 'AGENTS.md', ...below('.github')]) {
      for (const script of found(path, /npm run (?:--silent )?([a-z][a-z:0-9-]*)/g))
        expect(scripts, path).toHaveProperty([script]);
    }
    const targets = found('Makefile', /^([a-z][a-z0-9-]*):/gm);
    for (const target of found('README.md', /\bmake ([a-z][a-z0-9-]*)/g)) expect(targets).toContain(target);
  });

  it('include the targets of a kubebuilder project, each with its line of help', () => {
    const documented = found('Makefile', /^([a-z][a-z0-9-]*):.*## \S/gm);
    expect(documented).toEqual(
      expect.arrayContaining(
        (
          'help manifests fmt lint lint-fix test test-e2e build run docker-build docker-push docker-buildx ' +
          'build-installer install uninstall deploy undeploy'
        ).split(' '),
      ),
    );
    expect(found('Makefile', /^\.PHONY: (.*)$/gm)).toEqual(expect.arrayContaining([...documented]));
  });

  it('are none that npm runs on its own', () => {
    const hooks = ['install', 'prepare', 'prepublish', 'dependencies', 'uninstall'];
    const names = Object.keys(scripts);
    expect(names.filter((name) => hooks.includes(name) || /^(pre|post)[a-z]/.test(name))).toEqual([]);
  });
});

describe('the workflows of a new project', () => {
  it('have no permission that they do not ask for, and actions that cannot change', () => {
    const workflows = below('.github/workflows');
    expect(workflows.length).toBeGreaterThan(2);
    for (const path of workflows) {
      const [workflow] = documents(path);
      expect(workflow.permissions, path).toEqual({});
      const uses = found(path, /uses: (\S+)/g);
      expect(uses.length, path).toBeGreaterThan(0);
      for (const action of uses) expect(action, path).toMatch(/^[\w.-]+\/[\w.-]+@[0-9a-f]{40}$/);
    }
  });

  it('check the generated files', () => {
    expect(Object.values(files).join('\n')).toContain('- run: npx operator-gen check --output github');
  });
});

describe('the image of a new project', () => {
  // A pattern that matches nothing ends the build with podman, so there is a line for vendor/ only with a vendor/.
  it.each([true, false])('is built from files that are there (with packages in vendor/: %s)', async (vendored) => {
    const packages = { ...initContext.packages, vendored };
    const dockerfile = (await rendered('init', { ...initContext, packages }))['Dockerfile']!;
    const sources = [...dockerfile.matchAll(/^COPY (?!--)(.*) \S+$/gm)].flatMap(([, names]) => names!.split(' '));
    expect(sources).toEqual([
      'package.json',
      'package-lock.json',
      ...(vendored ? ['vendor'] : []),
      'tsconfig.json',
      'src',
    ]);
    for (const source of sources) expect(files['.dockerignore']).toMatch(new RegExp(`^!${source}$`, 'm'));
  });
});

describe('the manifests of a new project', () => {
  it('are all listed by a kustomization, and none is listed that is not there', () => {
    const kustomizations = below('config').filter((path) => path.endsWith('/kustomization.yaml'));
    for (const path of kustomizations) {
      const folder = posix.dirname(path);
      const [{ resources = [], patches = [] }] = documents(path);
      const listed = [...resources, ...patches.map((patch: { path: string }) => patch.path)].filter((name) =>
        name.endsWith('.yaml'),
      );
      // role.yaml is generated.
      const there = [
        ...below(folder).filter((each) => each !== path),
        ...(folder === 'config/rbac' ? ['config/rbac/role.yaml'] : []),
      ];
      expect(listed.map((name) => posix.join(folder, name)).toSorted(), path).toEqual(there.toSorted());
    }
  });

  it('have nothing in them that is commented out', () => {
    for (const path of below('config')) expect(files[path], path).not.toMatch(/^\s*#\s?(- |\w+:\s*$|\w+: [^ ]*$)/m);
  });

  it('run the operator as nobody, with nothing that it could write to or gain', () => {
    const deployment = documents('config/manager/manager.yaml').find(({ kind }) => kind === 'Deployment');
    const { spec } = deployment.spec.template;
    expect(spec.securityContext).toEqual({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    const [manager] = spec.containers;
    expect(manager.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
    });
    expect(manager.resources.limits).toHaveProperty('memory');
    expect(files['Dockerfile']).toMatch(/^USER 65532:65532$/m);
  });

  it('select the Pods that they make, at the ports that those listen on', () => {
    const deployment = documents('config/manager/manager.yaml').find(({ kind }) => kind === 'Deployment');
    const { metadata, spec } = deployment.spec.template;
    const [service] = documents('config/default/metrics_service.yaml');
    const [policy] = documents('config/network-policy/allow-metrics-traffic.yaml');
    const [monitor] = documents('config/prometheus/monitor.yaml');
    for (const labels of [
      deployment.spec.selector.matchLabels,
      service.spec.selector,
      policy.spec.podSelector.matchLabels,
    ])
      expect(metadata.labels).toMatchObject(labels);
    expect(service.metadata.labels).toMatchObject(monitor.spec.selector.matchLabels);
    expect(service.spec.ports.map(({ name }: { name: string }) => name)).toContain(monitor.spec.endpoints[0].port);

    // What a network policy lets through is the port of the Pod, which is not always that of the Service.
    const patch = documents('config/default/manager_metrics_patch.yaml')[0].map(
      ({ value }: { value: unknown }) => value,
    );
    const [argument, port] = patch;
    expect(argument).toBe(`--metrics-bind-address=:${port.containerPort}`);
    expect(service.spec.ports[0].targetPort).toBe(port.name);
    expect(policy.spec.ingress[0].ports[0].port).toBe(port.containerPort);
    const [manager] = spec.containers;
    const health = manager.ports.find(({ name }: { name: string }) => name === 'health');
    expect(manager.args).toContain(`--health-probe-bind-address=:${health.containerPort}`);
    for (const probe of [manager.livenessProbe, manager.readinessProbe]) expect(probe.httpGet.port).toBe('health');
  });
});
